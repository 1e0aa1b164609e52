import { describe, expect, it } from "vitest";
import { ForkedFileStore, MemoryFileStore } from "../../../storage/index.ts";
import { fileStoreSuite } from "../../conformance/file-store.suite.ts";

fileStoreSuite("ForkedFileStore", async () => new ForkedFileStore(new MemoryFileStore()));

describe("ForkedFileStore", () => {
  it("has the files of its base, and changes nothing there", async () => {
    const base = new MemoryFileStore();
    await base.put("a.txt", [Buffer.from("a")]);
    await base.put("b.txt", [Buffer.from("b")]);
    const fork = new ForkedFileStore(base);
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

async function namesOf(store: MemoryFileStore | ForkedFileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.list()) names.push(name);
  return names.sort();
}
