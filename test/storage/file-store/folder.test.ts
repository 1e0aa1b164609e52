import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FolderFileStore } from "../../../storage/internal.ts";
import { fileStoreSuite } from "../../conformance/file-store.suite.ts";
import { newFolder } from "../../support/folder.ts";

fileStoreSuite("FolderFileStore", async () => new FolderFileStore(join(await newFolder(), "deep", "uploads")));

describe("FolderFileStore", () => {
  it("makes its folder with the first file only", async () => {
    const folder = await newFolder();
    const store = new FolderFileStore(join(folder, "uploads"));
    expect(await store.open("a.txt")).toBeNull();
    expect(await readdir(folder)).toEqual([]);
    await store.put("a.txt", [Buffer.from("a")]);
    expect(await readdir(join(folder, "uploads"))).toEqual(["a.txt"]);
  });

  it("serves files that others have put there, and shows no others", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "given.txt"), "given");
    await writeFile(join(folder, ".gitkeep"), "");
    const store = new FolderFileStore(folder);
    expect((await store.open("given.txt"))?.size).toBe(5);
    expect(await store.open(".gitkeep")).toBeNull();
    const names: string[] = [];
    for await (const name of store.list()) names.push(name);
    expect(names).toEqual(["given.txt"]);
  });

  it("does not treat a folder as a file", async () => {
    const folder = await newFolder();
    await mkdir(join(folder, "inside"));
    expect(await new FolderFileStore(folder).open("inside")).toBeNull();
  });

  it("removes what an interrupted writing left behind", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "a.txt.0123456789ab.tmp"), "half");
    await new FolderFileStore(folder).put("b.txt", [Buffer.from("b")]);
    expect(await readdir(folder)).toEqual(["b.txt"]);
  });
});
