import { describe, expect, it } from "vitest";
import { type FileStore, MemoryFileStore } from "../../../storage/internal.ts";
import { fileStoreSuite } from "../../conformance/file-store.suite.ts";

fileStoreSuite("MemoryFileStore", async () => new MemoryFileStore());
fileStoreSuite("MemoryFileStore over another", async () => new MemoryFileStore({ over: new MemoryFileStore() }));

describe.each([
  ["a fork of it", (base: MemoryFileStore) => base.fork()],
  ["one over it", (base: MemoryFileStore) => new MemoryFileStore({ over: base })],
  ["a fork of one over it", (base: MemoryFileStore) => new MemoryFileStore({ over: base }).fork()],
])("MemoryFileStore, %s", (_name, other) => {
  it("has its files, and changes nothing there", async () => {
    const base = await storeOf("a.txt", "b.txt");
    const fork = other(base);
    await fork.put("a.txt", [Buffer.from("changed")]);
    await fork.put("c.txt", [Buffer.from("c")]);
    await fork.delete("b.txt");

    expect((await fork.open("a.txt"))?.size).toBe(7);
    expect(await fork.open("b.txt")).toBeNull();
    expect(await namesOf(fork)).toEqual(["a.txt", "c.txt"]);
    expect((await base.open("a.txt"))?.size).toBe(1);
    expect(await namesOf(base)).toEqual(["a.txt", "b.txt"]);
  });
});

describe("MemoryFileStore", () => {
  it("hides later writes from a fork", async () => {
    const base = await storeOf("a.txt");
    const fork = base.fork();
    await base.delete("a.txt");
    await base.put("b.txt", []);
    expect(await namesOf(fork)).toEqual(["a.txt"]);
  });

  it("becomes equal to a fork of it, any number of times", async () => {
    const store = await storeOf("a.txt");
    const kept = store.fork();
    for (const name of ["b.txt", "c.txt"]) {
      await store.put(name, []);
      await store.delete("a.txt");
      store.become(kept);
      expect(await namesOf(store)).toEqual(["a.txt"]);
    }
  });
});

async function storeOf(...names: readonly string[]): Promise<MemoryFileStore> {
  const store = new MemoryFileStore();
  for (const name of names) await store.put(name, [Buffer.from("1")]);
  return store;
}

async function namesOf(store: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.list()) names.push(name);
  return names.sort();
}
