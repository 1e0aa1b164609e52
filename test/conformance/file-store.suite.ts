import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { FileStore } from "../../storage/internal.ts";
import { expectSame } from "../support/expect-same.ts";

const REFUSED_NAMES: readonly string[] = [
  ...["", ".", "..", ".hidden", "../up", "a/b", "a\\b", "C:x", "a\0", "a\n", "dot.", "blank ", "\ud800"],
  "x".repeat(201),
  "a.txt.0123456789ab.tmp",
];

/** The promises of the port for uploaded files, run by every adapter; each check has a new, empty store. */
export function fileStoreSuite(adapter: string, newStore: () => Promise<FileStore>): void {
  describe(`${adapter} as a file store`, () => {
    it("gives back the bytes it was given, in pieces or not", async () => {
      const store = await newStore();
      await store.put("a.bin", inPieces(bytes(200_000), 7_777));
      expectSame(await read(store, "a.bin"), Buffer.from(bytes(200_000)));
    });

    it("keeps a file without bytes", async () => {
      const store = await newStore();
      await store.put("empty.txt", []);
      expect((await store.open("empty.txt"))?.size).toBe(0);
      expect(await read(store, "empty.txt")).toEqual(Buffer.alloc(0));
    });

    it("gives a part of a file, and no more than there is", async () => {
      const store = await newStore();
      await store.put("a.txt", [Buffer.from("0123456789")]);
      expect(String(await read(store, "a.txt", 3, 7))).toBe("3456");
      expect(String(await read(store, "a.txt", 8))).toBe("89");
      expect(String(await read(store, "a.txt", 8, 100))).toBe("89");
    });

    it("reports the size and modification time of a file", async () => {
      const store = await newStore();
      const before = Date.now() - 2_000;
      await store.put("a.txt", [Buffer.from("hello")]);
      const file = await store.open("a.txt");
      expect(file?.size).toBe(5);
      expect(file?.modifiedAt).toBeGreaterThan(before);
      expect(Number.isInteger(file?.modifiedAt)).toBe(true);
    });

    it("replaces a file by another", async () => {
      const store = await newStore();
      await store.put("a.txt", [Buffer.from("long text")]);
      await store.put("a.txt", [Buffer.from("short")]);
      expect(String(await read(store, "a.txt"))).toBe("short");
      expect(await namesOf(store)).toEqual(["a.txt"]);
    });

    it("stores nothing of bytes that break off, and keeps the file before", async () => {
      const store = await newStore();
      await store.put("old.txt", [Buffer.from("old")]);
      await expect(store.put("old.txt", breakingOff())).rejects.toThrow("broken off");
      await expect(store.put("new.txt", breakingOff())).rejects.toThrow("broken off");
      expect(String(await read(store, "old.txt"))).toBe("old");
      expect(await namesOf(store)).toEqual(["old.txt"]);
    });

    it("receives bytes without a name, and keeps or discards them", async () => {
      const store = await newStore();
      const [kept, discarded] = [await store.receive(inPieces(bytes(50_000), 999)), await store.receive([bytes(5)])];
      expect([kept.size, discarded.size, await namesOf(store)]).toEqual([50_000, 5, []]);
      await expect(kept.keep("../a.bin")).rejects.toMatchObject({ code: "misused" });
      await kept.keep("a.bin");
      for (const received of [kept, discarded, discarded]) await received.discard();
      expect(await namesOf(store)).toEqual(["a.bin"]);
      expectSame(await read(store, "a.bin"), Buffer.from(bytes(50_000)));
    });

    it("keeps nothing of bytes without a name that break off", async () => {
      const store = await newStore();
      await expect(store.receive(breakingOff())).rejects.toThrow("broken off");
      expect(await namesOf(store)).toEqual([]);
    });

    it("has no file before it is put and after it is deleted", async () => {
      const store = await newStore();
      expect(await store.open("a.txt")).toBeNull();
      await store.put("a.txt", [Buffer.from("a")]);
      await store.delete("a.txt");
      await store.delete("a.txt");
      expect(await store.open("a.txt")).toBeNull();
      expect(await namesOf(store)).toEqual([]);
    });

    it("keeps names apart, whatever they are called", async () => {
      const store = await newStore();
      const names = ["a b.txt", "ä.PNG", "日本.svg", "__proto__", "constructor", "x".repeat(200)];
      await Promise.all(names.map((name) => store.put(name, [Buffer.from(name)])));
      for (const name of names) expect(String(await read(store, name))).toBe(name);
      expect(await namesOf(store)).toEqual(names.sort());
    });

    it("refuses names that reach elsewhere or that not every system can store", async () => {
      const store = await newStore();
      for (const name of REFUSED_NAMES) {
        await expect(store.put(name, [Buffer.from("a")]), JSON.stringify(name)).rejects.toMatchObject({
          code: "misused",
        });
        expect(await store.open(name), JSON.stringify(name)).toBeNull();
        await store.delete(name);
      }
      expect(await namesOf(store)).toEqual([]);
    });
  });
}

async function read(store: FileStore, name: string, from?: number, to?: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await store.open(name))?.read(from, to) ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function namesOf(store: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.list()) names.push(name);
  return names.sort();
}

function bytes(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, at) => at % 251);
}

async function* inPieces(all: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < all.byteLength; at += size) yield all.subarray(at, at + size);
}

async function* breakingOff(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("half");
  await setTimeout(1);
  throw new Error("broken off");
}
