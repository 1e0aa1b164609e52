import { join } from "node:path";
import { JournalStorage } from "../../../storage/index.ts";
import { storageSuite } from "../../conformance/storage.suite.ts";
import { newFolder } from "../../support/folder.ts";

storageSuite("JournalStorage", async () => {
  const folder = join(await newFolder(), "data");
  return { storage: () => new JournalStorage(folder, { report: () => {} }) };
});

storageSuite("JournalStorage with small segments", async () => {
  const folder = join(await newFolder(), "data");
  return { storage: () => new JournalStorage(folder, { segmentBytes: 2000, report: () => {} }) };
});
