import { EventEmitter } from "node:events";
import fs, { type FSWatcher } from "node:fs";
import { readFile, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import {
  type FileSystem,
  JsonFileStorage,
  realFileSystem,
  Store,
  watchJsonFile,
} from "../../../../storage/internal.ts";
import { countingEnv, emptyLibrary, publishBook, storeBook, titles } from "../../../support/content/library.ts";
import { eventually } from "../../../support/eventually.ts";
import { newFolder } from "../../../support/folder.ts";

async function watched(files: FileSystem = realFileSystem) {
  const path = join(await newFolder(), "db.json");
  const storage = new JsonFileStorage(path, files);
  const store = await Store.open({ engine: emptyLibrary(), storage, env: countingEnv() });
  const add = (title: string) => storeBook(store, title);
  const documentId = await add("A book");
  await store.write(
    (transaction) => publishBook(transaction, documentId, "Ann"),
    () => null,
  );
  const reports: { message: string; reason?: unknown }[] = [];
  const stop = watchJsonFile(storage, store, (message, { reason }) => reports.push({ message, reason }));
  onTestFinished(async () => {
    stop();
    await store.close();
  });
  const edit = async (change: (text: string) => string) => writeFile(path, change(await readFile(path, "utf8")));
  return { path, storage, store, add, edit, reports, documentId };
}

it("applies an edit while the store is open, and continues from it", async () => {
  const { path, store, add, edit } = await watched();
  await edit((text) => text.replaceAll("A book", "An edited book"));
  await eventually(() => expect(titles(store.engine)).toEqual(["An edited book"]));
  await add("Next");
  expect(await readFile(path, "utf8")).toContain("An edited book");
  expect(titles(store.engine)).toEqual(["An edited book", "Next"]);
});

it("follows documents and links that come and go", async () => {
  const { store, edit, documentId } = await watched();
  await edit((text) => {
    const file = JSON.parse(text);
    const books = file.content["api::book.book"];
    books.added = structuredClone(books[documentId]);
    books.added.draft.id = 50;
    delete books.added.published;
    delete books[documentId];
    file.links["api::book.book.author"] = {};
    return JSON.stringify(file);
  });
  await eventually(() => expect(store.engine.number).toBe(3));
  const changes = [...store.engine.dump()];
  expect(changes.filter(({ kind }) => kind === "link")).toEqual([]);
  expect(changes.flatMap((change) => (change.kind === "put" ? change.version.documentId : []))).toContain("added");
});

it("says why it rejects an edit, and changes nothing", async () => {
  const { store, edit, reports } = await watched();
  await edit((text) => text.replace('"A book"', "7"));
  await eventually(() => expect(reports).toHaveLength(1));
  expect(reports[0]?.message).toBe("The edited file was not loaded");
  expect(String(reports[0]?.reason)).toContain("draft.values.title must be a text");
  await edit((text) => text.slice(0, 100));
  await eventually(() => expect(reports).toHaveLength(2));
  expect(titles(store.engine)).toEqual(["A book"]);
});

it("does nothing about the store's own writes", async () => {
  const { store, add, reports } = await watched();
  for (let count = 0; count < 5; count += 1) await add(`book ${count}`);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(reports).toEqual([]);
  expect(store.engine.number).toBe(7);
});

it("does nothing about writes of the store's own that come while the file is read", async () => {
  const { storage, add, reports } = await watched();
  const readEdited = storage.readEdited.bind(storage);
  let reads = 0;
  vi.spyOn(storage, "readEdited").mockImplementation(async () => {
    const edited = await readEdited();
    reads += 1;
    if (reads < 4) await add(`written at read ${reads}`);
    return edited;
  });
  await add("seen");
  await eventually(() => expect(reads).toBe(4));
  expect(reports).toEqual([]);
});

it("does nothing about the file as it was before writes of the store's own that are slow", async () => {
  let write = Promise.resolve();
  const rename: FileSystem["rename"] = async (...names) => {
    await write;
    await realFileSystem.rename(...names);
  };
  const { path, storage, store, add, reports } = await watched({ ...realFileSystem, rename });
  const readEdited = vi.spyOn(storage, "readEdited");
  for (let round = 1; round < 4; round += 1) {
    const reads = readEdited.mock.calls.length;
    let finish = () => {};
    write = new Promise((resolve) => {
      finish = resolve;
    });
    const adding = add(`slowly ${round}`);
    await utimes(path, round, round);
    await eventually(() => expect(readEdited.mock.calls.length).toBeGreaterThan(reads));
    await readEdited.mock.results.at(-1)?.value;
    finish();
    await adding;
  }
  await eventually(() => expect(readEdited.mock.calls.length).toBeGreaterThan(3));
  await store.idle();
  expect(reports).toEqual([]);
});

it("loses neither an edit nor a write that comes before the edit is applied", async () => {
  const { path, store, add, edit } = await watched();
  await edit((text) => text.replaceAll("A book", "An edited book"));
  await add("Written");
  expect(await readFile(path, "utf8")).toContain("Written");
  await eventually(() => expect(titles(store.engine)).toEqual(["An edited book", "Written"]));
  await add("Next");
  const text = await readFile(path, "utf8");
  for (const title of ["An edited book", "Written", "Next"]) expect(text).toContain(title);
});

it("keeps the text of a rejected edit when a write comes", async () => {
  const { path, add, edit, reports } = await watched();
  await edit((text) => text.replace("A book", "A better book").slice(0, -10));
  await eventually(() => expect(reports).toHaveLength(1));
  await add("Written");
  expect(await readFile(`${path}.refused`, "utf8")).toContain("A better book");
  expect(JSON.parse(await readFile(path, "utf8")).head).toBe(3);
});

it("says that an edit was made of older content", async () => {
  const { path, store, add, reports } = await watched();
  const old = await readFile(path, "utf8");
  await add("Written");
  await writeFile(path, old.replaceAll("A book", "An edited book"));
  await eventually(() => expect(reports).toHaveLength(1));
  expect(String(reports[0]?.reason)).toMatch(/position 2, which has gone on to 3/);
  expect(titles(store.engine)).toEqual(["A book", "Written"]);
});

it("finds edits where the system notifies of none, and says so once where it fails", async () => {
  const failing = new EventEmitter() as FSWatcher;
  failing.close = () => {};
  using _ = vi.spyOn(fs, "watch").mockReturnValue(failing);
  syncBuiltinESMExports();
  onTestFinished(syncBuiltinESMExports);
  const { store, edit, reports } = await watched();
  await edit((text) => text.replaceAll("A book", "An edited book"));
  await eventually(() => expect(titles(store.engine)).toEqual(["An edited book"]));
  failing.emit("error", Object.assign(new Error("EPERM: the folder is gone"), { code: "EPERM" }));
  expect(reports.filter(({ message }) => message.startsWith("Edits of the file may be missed"))).toHaveLength(1);
  await edit((text) => text.replaceAll("An edited book", "Edited again"));
  await eventually(() => expect(titles(store.engine)).toEqual(["Edited again"]));
});

it("goes on where the system refuses to notify", async () => {
  using _ = vi.spyOn(fs, "watch").mockImplementation(() => {
    throw Object.assign(new Error("ENOSPC: System limit for number of file watchers reached"), { code: "ENOSPC" });
  });
  syncBuiltinESMExports();
  onTestFinished(syncBuiltinESMExports);
  const { store, edit, reports } = await watched();
  expect(reports).toEqual([
    { message: expect.stringMatching(/^Edits of the file may be missed/), reason: expect.stringContaining("ENOSPC") },
  ]);
  await edit((text) => text.replaceAll("A book", "An edited book"));
  await eventually(() => expect(titles(store.engine)).toEqual(["An edited book"]));
});
