import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JournalStorage, JsonFileStorage, Store } from "../../../storage/internal.ts";
import { storageSuite } from "../../conformance/storage.suite.ts";
import { countingEnv, emptyLibrary, storeBook, titles } from "../../support/content/library.ts";
import { emulate } from "../../support/emulation/emulate.ts";
import { SYSTEMS, type SystemName } from "../../support/emulation/systems.ts";
import { newFolder } from "../../support/folder.ts";

const STORAGES = {
  JsonFileStorage: (folder: string) => new JsonFileStorage(join(folder, "db.json")),
  JournalStorage: (folder: string) => new JournalStorage(join(folder, "data"), { report: () => {} }),
};

describe.each(Object.keys(SYSTEMS) as SystemName[])("on %s", (system) => {
  let restore = () => {};
  beforeAll(async () => {
    restore = await emulate(system);
  });
  afterAll(() => restore());

  describe.each(Object.entries(STORAGES))("%s", (name, open) => {
    storageSuite(name, async () => {
      const folder = await newFolder();
      return { storage: () => open(folder) };
    });

    it("says what its writes survive, keeps them over a restart, and lets nobody else in", async () => {
      const folder = await newFolder();
      const store = await Store.open({ engine: emptyLibrary(), storage: open(folder), env: countingEnv() });
      const isFlushed = (SYSTEMS[system].refused as { syncFolder?: string }).syncFolder === undefined;
      expect(store.opened.survives).toBe(isFlushed ? "power loss" : "process crash");
      for (const title of ["One", "Two", "Three"]) {
        await storeBook(store, title);
      }
      await expect(open(folder).open()).rejects.toMatchObject({ code: "locked" });
      await store.close();
      const again = await Store.open({ engine: emptyLibrary(), storage: open(folder), env: countingEnv() });
      expect(titles(again.engine)).toEqual(["One", "Two", "Three"]);
      await again.close();
    });
  });
});

it("keeps a file's content private where its mode cannot be set", async () => {
  const path = join(await newFolder(), "db.json");
  await new JsonFileStorage(path).open().then(() => {});
  await chmod(path, 0o644);
  const before = await readFile(path, "utf8");
  const other = join(await newFolder(), "db.json");
  await writeFile(other, before, { mode: 0o644 });
  const restore = await emulate("a FUSE mount");
  try {
    const storage = new JsonFileStorage(other);
    await storage.open();
    expect(await storage.append(0, [])).toMatchObject({ kind: "ok" });
    expect((await stat(other)).mode & 0o777).toBe(0o600);
    await storage.close();
  } finally {
    restore();
  }
});
