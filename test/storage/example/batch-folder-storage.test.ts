import { join } from "node:path";
import { storageSuite } from "../../conformance/storage.suite.ts";
import { newFolder } from "../../support/folder.ts";
import { BatchFolderStorage } from "./batch-folder-storage.ts";

storageSuite("The adapter of the guide", async () => {
  const folder = join(await newFolder(), "data");
  return { storage: () => new BatchFolderStorage(folder) };
});
