import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Engine } from "../../engine/internal.ts";
import { JournalStorage, JsonFileStorage, MemoryStorage, type Storage, Store } from "../../storage/internal.ts";
import { addBook, BOOK, countingEnv, emptyLibrary, stateOf, storeBook, titles } from "../support/content/library.ts";
import { newFolder } from "../support/folder.ts";

function openStore(storage: Storage): Promise<Store> {
  return Store.open({ engine: emptyLibrary(), storage, env: countingEnv() });
}

describe("Store.replace", () => {
  it("exchanges the content between the writes before and after it", async () => {
    const store = await openStore(new MemoryStorage());
    await storeBook(store, "Kept");
    const kept = store.engine.fork();
    await Promise.all([storeBook(store, "Lost"), store.replace(kept), storeBook(store, "Later")]);
    expect(titles(store.engine)).toEqual(["Kept", "Later"]);
    expect(titles(kept)).toEqual(["Kept"]);
    expect(store.engine.number).toBe(4);
    await store.close();
  });

  it.each([
    ["a journal", (folder: string) => new JournalStorage(folder)],
    ["a JSON file", (folder: string) => new JsonFileStorage(join(folder, "db.json"))],
  ])("lasts in %s", async (_, storageIn) => {
    const folder = await newFolder();
    const store = await openStore(storageIn(folder));
    await storeBook(store, "Kept");
    const kept = store.engine.fork();
    await storeBook(store, "Lost");
    await store.replace(kept);
    await storeBook(store, "Later");
    const expected = stateOf(store.engine);
    await store.close();

    const again = await openStore(storageIn(folder));
    expect(stateOf(again.engine)).toEqual(expected);
    expect(titles(again.engine)).toEqual(["Kept", "Later"]);
    await again.close();
  });

  it("gives out the numeric ids again that the other content has not", async () => {
    const store = await openStore(new MemoryStorage());
    const empty = store.engine.fork();
    await storeBook(store, "One");
    await store.replace(empty);
    expect(store.engine.state.lastId(BOOK)).toBe(0);
    await storeBook(store, "One");
    expect(store.engine.state.lastId(BOOK)).toBe(1);
    await store.close();
  });
});

describe("Store.fork", () => {
  it("accepts its own writes, in memory, and leaves the other's storage alone", async () => {
    const folder = await newFolder();
    const store = await openStore(new JournalStorage(folder));
    await storeBook(store, "Shared");
    const fork = store.fork({ ...countingEnv(), newDocumentId: () => "f".repeat(24) });
    await Promise.all([storeBook(fork, "Of the fork"), storeBook(store, "Of the base")]);
    expect(titles(fork.engine)).toEqual(["Shared", "Of the fork"]);
    expect(titles(store.engine)).toEqual(["Shared", "Of the base"]);
    expect(fork.opened.survives).toBe("nothing");
    await fork.close();
    await storeBook(store, "After the fork");
    await store.close();

    const again = await openStore(new JournalStorage(folder));
    expect(titles(again.engine)).toEqual(["Shared", "Of the base", "After the fork"]);
    await again.close();
  });

  it("is stored in small records of one batch, which a journal that lost the last of them does not count", async () => {
    const folder = await newFolder();
    const store = await openStore(new JournalStorage(folder));
    await storeBook(store, "Kept");
    const large = store.engine.fork();
    fill(large, 1500);
    await store.replace(large);
    const last = store.engine.number;
    expect(last).toBeGreaterThan(2);
    const expected = stateOf(store.engine);
    await store.close();
    const [segment] = (await readdir(folder)).filter((name) => name.startsWith("journal-"));
    const path = join(folder, String(segment));
    const lines = (await readFile(path, "utf8")).split("\n").slice(0, -1);
    expect(lines).toHaveLength(1 + last);
    for (const line of lines.slice(2)) expect(line).toContain(`"batch":[2,${last}]`);

    const again = await openStore(new JournalStorage(folder));
    expect(stateOf(again.engine)).toEqual(expected);
    await again.close();

    await rm(join(folder, "mark"));
    await writeFile(path, `${lines.slice(0, -1).join("\n")}\n`);
    const cut = await openStore(new JournalStorage(folder, { report: () => {} }));
    expect(titles(cut.engine)).toEqual(["Kept"]);
    expect(cut.engine.number).toBe(1);
    await cut.close();
  });
});

/** Adds so many books. */
function fill(engine: Engine, books: number): void {
  const { commit } = engine.begin(countingEnv()).write((transaction) => {
    for (let book = 0; book < books; book += 1) addBook(transaction, `Book ${book}`);
  });
  if (commit !== null) engine.apply(commit);
}
