import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JsonFileStorage, realFileSystem, Store } from "../../../../storage/internal.ts";
import { storageSuite } from "../../../conformance/storage.suite.ts";
import {
  addBook,
  countingEnv,
  emptyLibrary,
  publishBook,
  stateOf,
  storeBook,
  titles,
} from "../../../support/content/library.ts";
import { newFolder } from "../../../support/folder.ts";

storageSuite("JsonFileStorage", async () => {
  const path = join(await newFolder(), "db.json");
  return { storage: () => new JsonFileStorage(path) };
});

function openStore(path: string, env = countingEnv()): Promise<Store> {
  return Store.open({ engine: emptyLibrary(), storage: new JsonFileStorage(path), env });
}

/** A file with one published book, and its path. */
async function writtenFile(): Promise<{ path: string; store: Store }> {
  const path = join(await newFolder(), "db.json");
  const store = await openStore(path);
  const documentId = await storeBook(store, "A book");
  await store.write(
    (transaction) => publishBook(transaction, documentId, "Ann"),
    () => null,
  );
  await store.close();
  return { path, store };
}

describe("JsonFileStorage", () => {
  it("gives the same state after a restart", async () => {
    const { path, store } = await writtenFile();
    const again = await openStore(path);
    expect(stateOf(again.engine)).toEqual(stateOf(store.engine));
    await again.close();
  });

  it("is a file that people can read", async () => {
    const { path } = await writtenFile();
    const text = (await readFile(path, "utf8")).replace(/"logId": "[^"]+"/, '"logId": "…"');
    expect(text).toMatchSnapshot();
  });

  it("opens files of format 1 and writes them again to the letter", async () => {
    const fixture = new URL("./fixtures/format-1.json", import.meta.url);
    const path = join(await newFolder(), "db.json");
    await cp(fixture, path);
    const storage = new JsonFileStorage(path);
    expect(await storage.open()).toMatchObject({ head: 9 });
    await storage.append(9, []);
    expect(await readFile(path, "utf8")).toBe(await readFile(fixture, "utf8"));
    await storage.close();
  });

  it("makes the folders that are missing", async () => {
    const path = join(await newFolder(), "deep", "er", "db.json");
    await (await openStore(path)).close();
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ format: 1, head: 0 });
  });

  it("leaves nothing but the file behind", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "db.json.0123456789ab.tmp"), "left by a crash");
    await (await openStore(join(folder, "db.json"))).close();
    expect(await readdir(folder)).toEqual(["db.json"]);
  });

  it("suggests a folder once when the file has become large", async () => {
    const hints: string[] = [];
    const path = join(await newFolder(), "db.json");
    const storage = new JsonFileStorage(path, realFileSystem, (message) => hints.push(message));
    const store = await Store.open({ engine: emptyLibrary(), storage, env: countingEnv() });
    const add = (title: string) => storeBook(store, title);
    await add("small");
    expect(hints).toEqual([]);
    await add("x".repeat(20_000_000));
    await add("small");
    expect(hints).toEqual([expect.stringContaining("a folder")]);
    await store.close();
  });

  it("fails writes while its folder is gone, and stores them when there is one again", async () => {
    const folder = join(await newFolder(), "sub");
    const store = await openStore(join(folder, "db.json"));
    const write = () => storeBook(store, "A book");
    await rm(folder, { recursive: true });
    await expect(write()).rejects.toMatchObject({ code: "append-failed", message: expect.stringContaining("ENOENT") });
    expect(store.obstacle).toMatchObject({ noRoom: false, reason: expect.stringContaining("ENOENT") });
    await mkdir(folder);
    await expect.poll(() => store.obstacle).toBeNull();
    await write();
    expect(titles(store.engine)).toEqual(["A book"]);
    await store.close();
  });

  it("applies edits made while it was closed", async () => {
    const { path } = await writtenFile();
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replaceAll("A book", "An edited book"));
    const store = await openStore(path);
    expect(titles(store.engine)).toEqual(["An edited book"]);
    await store.close();
  });

  it("accepts a file with a byte order mark", async () => {
    const { path } = await writtenFile();
    await writeFile(path, `\ufeff${await readFile(path, "utf8")}`);
    const store = await openStore(path);
    expect(titles(store.engine)).toEqual(["A book"]);
    await store.close();
  });

  it("names the line of a byte that is no UTF-8, and leaves the file alone (SECURITY.md, values)", async () => {
    const { path } = await writtenFile();
    const edited = Buffer.from((await readFile(path, "utf8")).replace("A book", "A caf\u00e9"), "latin1");
    await writeFile(path, edited);
    const message = expect.stringMatching(/db\.json cannot be used: invalid UTF-8 at line \d+, byte \d+/);
    await expect(openStore(path)).rejects.toMatchObject({ code: "invalid", message });
    expect(await readFile(path)).toEqual(edited);
  });

  it("names file and path of every fault of an edited file, and leaves it alone", async () => {
    const { path } = await writtenFile();
    const file = JSON.parse(await readFile(path, "utf8"));
    const [book] = Object.values<Record<string, Record<string, unknown>>>(file.content["api::book.book"]);
    delete book?.draft?.createdAt;
    file.sequences["api::book.book"] = "many";
    file.extra = 1;
    const edited = JSON.stringify(file);
    await writeFile(path, edited);
    const failure = openStore(path);
    await expect(failure).rejects.toMatchObject({ name: "StorageError", code: "invalid", details: { file: path } });
    const documentId = `d${"1".padStart(23, "0")}`;
    for (const part of [
      path,
      "sequences.api::book.book must be a whole number from 0",
      `content.api::book.book.${documentId}.draft.createdAt is missing`,
      "extra is not a known key",
    ]) {
      await expect(failure).rejects.toThrow(part);
    }
    expect(await readFile(path, "utf8")).toBe(edited);
  });

  it("finds what people break: ids used twice, documents without a version, states that do not fit", async () => {
    const { path } = await writtenFile();
    const file = JSON.parse(await readFile(path, "utf8"));
    const books = file.content["api::book.book"];
    const [documentId = ""] = Object.keys(books);
    books.copy = structuredClone(books[documentId]);
    books.copy.published.publishedAt = null;
    books.none = {};
    await writeFile(path, JSON.stringify(file));
    const opening = openStore(path);
    for (const fault of [
      `content.api::book.book.copy.draft.id is the id of content.api::book.book.${documentId}.draft too`,
      "content.api::book.book.copy.published.publishedAt must be a time in a published version",
      "content.api::book.book.none has no version",
    ]) {
      await expect(opening).rejects.toThrow(fault);
    }
  });

  it("checks edited values against the schema", async () => {
    const { path } = await writtenFile();
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace('"A book"', "7"));
    const message = `content.api::book.book.d${"1".padStart(23, "0")}.draft.values.title must be a text`;
    await expect(openStore(path)).rejects.toMatchObject({
      code: "invalid",
      message: `${path} cannot be used: ${message}`,
      details: { file: path },
    });
  });

  it("accepts a document that was added by hand, and never assigns its id again", async () => {
    const { path } = await writtenFile();
    const file = JSON.parse(await readFile(path, "utf8"));
    const dates = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z", publishedAt: null };
    file.content["api::book.book"].mine = { draft: { id: 40, ...dates, values: { title: "By hand" } } };
    await writeFile(path, JSON.stringify(file));
    const store = await openStore(path);
    expect(titles(store.engine)).toEqual(["A book", "By hand"]);
    const id = await store.write(
      (transaction) => transaction.version("api::book.book", addBook(transaction, "Next"), "draft")?.id,
      (given) => given,
    );
    expect(id).toBe(41);
    await store.close();
  });

  it("accepts a file that was written by hand from scratch", async () => {
    const path = join(await newFolder(), "db.json");
    const dates = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z", publishedAt: null };
    const mine = { draft: { id: 1, ...dates, values: { title: "By hand" } } };
    const file = { format: 1, logId: "mine", head: 0, at: null, sequences: {}, links: {} };
    await writeFile(path, JSON.stringify({ ...file, content: { "api::book.book": { mine } } }));
    const store = await openStore(path);
    expect(titles(store.engine)).toEqual(["By hand"]);
    await storeBook(store, "Next");
    await store.close();
    const again = await openStore(path);
    expect(titles(again.engine)).toEqual(["By hand", "Next"]);
    await again.close();
  });

  it.each([
    ["broken JSON", '{"format": 1,'],
    ["an empty file", ""],
    ["another format", '{"format": 2}'],
    ["a list", "[]"],
    ["null", "null"],
    ["nesting without end", "[".repeat(200_000)],
  ])("refuses %s and overwrites nothing", async (_, text) => {
    const path = join(await newFolder(), "db.json");
    await writeFile(path, text);
    await expect(openStore(path)).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining(path) });
    expect(await readFile(path, "utf8")).toBe(text);
  });

  it("refuses a path that is a folder", async () => {
    const path = join(await newFolder(), "db.json");
    await mkdir(path);
    await expect(openStore(path)).rejects.toMatchObject({ code: "unreadable" });
  });

  it("names the process that holds the file", async () => {
    const path = join(await newFolder(), "db.json");
    const store = await openStore(path);
    await expect(openStore(path)).rejects.toMatchObject({ code: "locked", details: { holder: process.pid } });
    await store.close();
  });
});

describe("a served JSON file that someone else writes", () => {
  const add = (store: Store, title: string) => storeBook(store, title);

  it("is left as edited; writes are refused until it is as before, or read again", async () => {
    const { path } = await writtenFile();
    const store = await openStore(path);
    const before = await readFile(path, "utf8");
    const edited = before.replaceAll("A book", "By hand");
    await writeFile(path, edited);
    await expect(add(store, "Lost?")).rejects.toMatchObject({
      code: "append-failed",
      message: expect.stringMatching(/another program changed .*db\.json, which is left as it is: restart/),
    });
    expect(await readFile(path, "utf8")).toBe(edited);
    expect(await readdir(join(path, ".."))).toEqual(["db.json", "db.json.lock"]);
    expect(store.obstacle).not.toBeNull();
    await writeFile(path, before);
    await expect.poll(() => store.obstacle).toBeNull();
    await add(store, "Next");
    await writeFile(path, (await readFile(path, "utf8")).replaceAll("A book", "By hand"));
    await store.close();
    const again = await openStore(path);
    expect(titles(again.engine)).toEqual(["By hand", "Next"]);
    await again.close();
  });

  it("is not replaced by a holder whose file aside is gone, or whose lock is another one's", async () => {
    const { path } = await writtenFile();
    let asideWritten = async (): Promise<void> => {};
    const files = {
      ...realFileSystem,
      rename: async (from: string, to: string) => {
        await asideWritten();
        await realFileSystem.rename(from, to);
      },
    };
    const storage = new JsonFileStorage(path, files);
    const store = await Store.open({ engine: emptyLibrary(), storage, env: countingEnv() });
    const before = await readFile(path, "utf8");
    // Between the look at the lock and the rename, another process takes the lock over, and clears the folder.
    asideWritten = async () => {
      for (const name of await readdir(join(path, ".."))) if (name.endsWith(".tmp")) await rm(join(path, "..", name));
    };
    await expect(add(store, "Late")).rejects.toMatchObject({ code: "append-failed" });
    asideWritten = async () => {};
    await writeFile(`${path}.lock`, JSON.stringify({ pid: 1, host: "elsewhere", id: "other" }));
    await expect(add(store, "Later")).rejects.toThrow(/Process 1 on elsewhere is using db\.json/);
    expect(await readFile(path, "utf8")).toBe(before);
    await store.close();
  });
});
