import { MemoryFileStore } from "../../../storage/index.ts";
import { fileStoreSuite } from "../../conformance/file-store.suite.ts";

fileStoreSuite("MemoryFileStore", async () => new MemoryFileStore());
