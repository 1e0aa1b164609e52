import { readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FlushMark } from "../../../../storage/adapters/journal/flush-mark.ts";
import { realFileSystem } from "../../../../storage/files/file-system.ts";
import { type JournalOptions, JournalStorage, Store } from "../../../../storage/internal.ts";
import { sampleCommit } from "../../../../storage/testing/commits.ts";
import { storageSuite } from "../../../conformance/storage.suite.ts";
import {
  addBook,
  countingEnv,
  emptyLibrary,
  publishBook,
  retitleBook,
  stateOf,
  titles,
} from "../../../support/content/library.ts";
import { newFolder } from "../../../support/folder.ts";
import { Random } from "../../../support/random.ts";
import { History } from "../../../support/storage/journal-history.ts";
import { type Fault, type Operation, SimulatedDisk } from "../../../support/storage/simulated-disk.ts";

storageSuite("JournalStorage", async () => {
  const folder = join(await newFolder(), "data");
  return { storage: () => new JournalStorage(folder, { report: () => {} }) };
});

storageSuite("JournalStorage with small segments", async () => {
  const folder = join(await newFolder(), "data");
  return { storage: () => new JournalStorage(folder, { segmentBytes: 2000, report: () => {} }) };
});

describe("JournalStorage under a store", () => {
  const open = async (folder: string, options: JournalOptions, env = countingEnv()) =>
    Store.open({ engine: emptyLibrary(), storage: new JournalStorage(folder, options), env });
  const nothing = () => null;

  async function sizeOf(folder: string): Promise<number> {
    const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  it("gives the same state after a restart, from records alone and from a checkpoint", async () => {
    const folder = join(await newFolder(), "data");
    const store = await open(folder, {});
    for (let count = 0; count < 20; count += 1) {
      await store.write(
        (transaction) => publishBook(transaction, addBook(transaction, `book ${count}`), "Ann"),
        nothing,
      );
    }
    const state = stateOf(store.engine);
    await store.close();
    const second = await open(folder, {});
    expect(stateOf(second.engine)).toEqual(state);
    await second.snapshot();
    await second.close();
    const third = await open(folder, {});
    expect(stateOf(third.engine)).toEqual(state);
    await third.close();
  });

  it("stays small however often the same content is written", async () => {
    const folder = join(await newFolder(), "data");
    const store = await open(folder, { segmentBytes: 5_000, checkpointBytes: 20_000 });
    const documentId = await store.write((transaction) => addBook(transaction, "book"), String);
    for (let count = 0; count < 1000; count += 1) {
      await store.write((transaction) => retitleBook(transaction, documentId, `title ${count}`), nothing);
    }
    await store.close();
    expect(await sizeOf(folder)).toBeLessThan(100_000);
    expect((await readdir(folder)).filter((name) => name.startsWith("checkpoint-"))).toHaveLength(2);
    const again = await open(folder, {});
    expect(titles(again.engine)).toEqual(["title 999"]);
    await again.close();
  });

  it("keeps times in order when the clock goes back, also over a restart", async () => {
    const folder = join(await newFolder(), "data");
    const { newDocumentId } = countingEnv();
    let now = Date.UTC(2030, 0, 1);
    const env = { newDocumentId, now: () => now };
    const times: number[] = [];
    for (let life = 0; life < 2; life += 1) {
      const store = await open(folder, {}, env);
      store.onCommit(({ at }) => times.push(at));
      await store.write((transaction) => addBook(transaction, "before"), nothing);
      now -= 3_600_000;
      await store.write((transaction) => addBook(transaction, "after"), nothing);
      await store.close();
    }
    expect(times).toEqual(Array(4).fill(Date.UTC(2030, 0, 1)));
  });

  it("names a folder that cannot be used", async () => {
    const file = join(await newFolder(), "file");
    await writeFile(file, "");
    const folder = join(file, "data");
    await expect(open(folder, {})).rejects.toMatchObject({
      code: "unreadable",
      message: expect.stringContaining(folder),
    });
  });
});

it("makes a batch durable by one write and one flush, and then writes the mark", async () => {
  const disk = new SimulatedDisk(new Random(1));
  const storage = new JournalStorage("/data", { files: disk, report: () => {} });
  const history = new History();
  await storage.open();
  const operations: Operation[] = [];
  disk.before = (operation) => {
    operations.push(operation);
    return null;
  };
  expect(await storage.append(0, history.entries(0, 1))).toEqual({ kind: "ok", head: 1 });
  expect(operations.splice(0)).toEqual(["write", "sync", "write"]);
  expect(await storage.append(1, history.entries(1, 64))).toEqual({ kind: "ok", head: 65 });
  expect(operations.splice(0)).toEqual(["write", "sync", "write"]);
  await storage.close();
});

it("says before it acknowledges that its mark could not be written, and keeps the last one whole", async () => {
  const disk = new SimulatedDisk(new Random(1));
  let unmarked = 0;
  const storage = new JournalStorage("/data", { files: disk, report: () => {}, onUnmarked: () => (unmarked += 1) });
  const history = new History();
  await storage.open();
  expect(await storage.append(0, history.entries(0, 1))).toEqual({ kind: "ok", head: 1 });
  const marked = await FlushMark.read(disk, "/data");
  for (const at of [1, 2, 3]) {
    const faults: (Fault | null)[] = [null, { taken: 20 }, { code: "EIO" }];
    disk.before = (operation) => (operation === "write" ? (faults.shift() ?? null) : null);
    expect(await storage.append(at, history.entries(at, 1))).toEqual({ kind: "ok", head: at + 1 });
    expect([unmarked, await FlushMark.read(disk, "/data")]).toEqual([at, marked]);
  }
  expect(await storage.append(4, history.entries(4, 1))).toEqual({ kind: "ok", head: 5 });
  expect(unmarked).toBe(3);
  expect((await FlushMark.read(disk, "/data"))?.length).toBeGreaterThan(marked?.length ?? 0);
  await storage.close();
});

it("writes nothing more when another process has opened the journal in spite of the lock", async () => {
  const folder = join(await newFolder(), "data");
  const lock = { isAlone: false, assertHeld: async () => {}, release: async () => {} };
  const files = { ...realFileSystem, lock: async () => lock };
  const entry = (position: number) => ({ position, commit: `c.${position}`, body: sampleCommit(position) });
  const first = new JournalStorage(folder, { files });
  await first.open();
  expect(await first.append(0, [entry(1)])).toMatchObject({ kind: "ok" });
  const second = new JournalStorage(folder, { files });
  await second.open();
  expect(await first.append(1, [entry(2)])).toMatchObject({
    kind: "unknown",
    reason: expect.stringContaining("another process"),
  });
  expect(await second.append(1, [entry(2)])).toMatchObject({ kind: "ok", head: 2 });
  await first.close();
  await second.close();
});

describe("a journal whose files are removed while it is open", () => {
  const entry = (position: number) => ({ position, commit: `c.${position}`, body: sampleCommit(position) });
  it.each([
    ["", /^the folder of this journal is gone: put it back, then restart: ENOENT/],
    ["mark", /^mark was removed .*: put it back, then restart$/],
    ["journal-0000000000000001.ndjson", /^journal-0+1.ndjson was removed .*: put it back, then restart$/],
  ])("says so and takes nothing more that would not last: %j", async (name, reason) => {
    const folder = join(await newFolder(), "data");
    const storage = new JournalStorage(folder);
    await storage.open();
    expect(await storage.append(0, [entry(1)])).toMatchObject({ kind: "ok" });
    await rm(join(folder, name), { recursive: true });
    expect(await storage.append(1, [entry(2)])).toEqual({ kind: "unknown", reason: expect.stringMatching(reason) });
    await storage.close();
  });

  it("takes nothing more once another program has cut the segment short", async () => {
    const folder = await newFolder();
    const storage = new JournalStorage(folder);
    await storage.open();
    expect(await storage.append(0, [entry(1), entry(2)])).toMatchObject({ kind: "ok" });
    const segment = join(folder, "journal-0000000000000001.ndjson");
    await truncate(segment, (await stat(segment)).size - 1);
    const reason = expect.stringMatching(/^journal-0+1.ndjson was cut short by another program: put a whole copy back/);
    expect(await storage.append(2, [entry(3)])).toEqual({ kind: "unknown", reason });
    await storage.close();
    await expect(new JournalStorage(folder).open()).rejects.toMatchObject({ code: "damaged" });
  });
});
