import { join } from "node:path";
import { expect, it } from "vitest";
import { commitOf } from "../../engine/internal.ts";
import { JournalStorage, JsonFileStorage } from "../../storage/internal.ts";
import { copyData } from "../../storage/maintenance/copy.ts";
import { loadContent } from "../../storage/recovery/load.ts";
import { newFolder } from "../support/folder.ts";

it("copies which content types have written, by way of a JSON file too", async () => {
  const folder = await newFolder();
  const [journal, file, again] = ["journal", "file.json", "again"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const storage = new JournalStorage(journal);
  await storage.open();
  for (const [at, fingerprint] of ["older", "newer"].entries()) {
    const body = commitOf(at + 1, 0, [{ kind: "schema", fingerprint }]);
    await storage.append(at, [{ position: at + 1, commit: `c.${at}`, body }]);
  }
  await storage.close();
  await copyData(new JournalStorage(journal), new JsonFileStorage(file));
  await copyData(new JsonFileStorage(file), new JournalStorage(again));
  const copied = new JournalStorage(again);
  await copied.open();
  expect((await loadContent(copied)).schemas).toEqual(["older", "newer"]);
  await copied.close();
});
