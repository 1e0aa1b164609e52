import { closeSync, openSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { EngineError } from "../../../../engine/internal.ts";
import { MARK_LENGTH } from "../../../../storage/adapters/journal/flush-mark.ts";
import { MARK, segmentName } from "../../../../storage/adapters/journal/names.ts";
import { JournalOwner } from "../../../../storage/adapters/workers/owner.ts";
import { WorkerStorage } from "../../../../storage/adapters/workers/storage.ts";
import { type FileSystem, realFileSystem } from "../../../../storage/files/file-system.ts";
import { JournalStorage, Store } from "../../../../storage/internal.ts";
import { sharedStorageSuite } from "../../../conformance/storage.suite.ts";
import { countingEnv, emptyLibrary, stateOf, storeBook, titles } from "../../../support/content/library.ts";
import { eventually } from "../../../support/eventually.ts";
import { newFolder } from "../../../support/folder.ts";
import { channelPair } from "../../../support/requests/port-channel.ts";

const SMALL = { segmentBytes: 4096, checkpointBytes: 16_384 };

/** A journal with its owner, and what opens workers over it. */
async function shared() {
  const folder = await newFolder();
  const owner = await JournalOwner.open(folder, new JournalStorage(folder, SMALL));
  const storage = (files: FileSystem = realFileSystem) => {
    const { one, other } = channelPair();
    owner.serve(one);
    return new WorkerStorage(folder, other, { files });
  };
  onTestFinished(() => owner.close());
  return { folder, owner, storage };
}

async function opened(storage: WorkerStorage, name: string) {
  const store = await Store.open({ engine: emptyLibrary(), storage, env: countingEnv(name) });
  onTestFinished(() => store.close());
  // On a slow machine others may be quicker for two seconds: such a write is sent again, as by any client.
  const add = async (title: string): Promise<string> => {
    for (;;) {
      try {
        return await addOnce(title);
      } catch (error) {
        if (!(error instanceof EngineError && error.details.reason === "other writers were quicker")) throw error;
      }
    }
  };
  const addOnce = (title: string) => storeBook(store, title);
  const read = () => {
    store.catchUp?.();
    return [...titles(store.engine)];
  };
  return { store, add, read };
}

sharedStorageSuite("WorkerStorage", async () => {
  const { storage } = await shared();
  return { storage: () => storage() };
});

it("never looks for the files again while it follows them, however many write", async () => {
  const { storage } = await shared();
  let looks = 0;
  const list: FileSystem["list"] = (folder) => {
    looks += 1;
    return realFileSystem.list(folder);
  };
  const workers = [];
  for (const name of ["a", "b", "c"]) workers.push(await opened(storage({ ...realFileSystem, list }), name));
  looks = 0;
  const writers = workers.map(async ({ add }, worker) => {
    for (let at = 0; at < 60; at += 1) await add(`book ${worker}.${at}`);
  });
  await Promise.all(writers);
  expect(looks).toBe(0);
  for (const { read } of workers) expect(read()).toHaveLength(180);
});

it("shows each worker every acknowledged write at the next read", async () => {
  const { storage } = await shared();
  const workers = [await opened(storage(), "a"), await opened(storage(), "b"), await opened(storage(), "c")] as const;
  const expected: string[] = [];
  for (let count = 0; count < 150; count += 1) {
    const title = `book ${count}`;
    await workers[(count % 3) as 0 | 1 | 2].add(title);
    expected.push(title);
    for (const { read } of workers) expect(read()).toHaveLength(expected.length);
  }
  for (const { read } of workers) expect(read()).toEqual(expected);
});

it("reports that it can no longer follow before it shows old content", async () => {
  const { folder, owner } = await shared();
  const lost: string[] = [];
  const { one, other } = channelPair();
  owner.serve(one);
  const storage = new WorkerStorage(folder, other, { onLost: ({ code }) => lost.push(code) });
  const { add, read } = await opened(storage, "a");
  await add("one");
  expect([read(), lost]).toEqual([["one"], []]);
  const mark = openSync(join(folder, MARK), "r+");
  writeSync(mark, Buffer.alloc(MARK_LENGTH));
  closeSync(mark);
  read();
  expect(lost).toEqual(["damaged"]);
});

it("loses and doubles nothing when all write at once, reading all the while", async () => {
  const { folder, storage, owner } = await shared();
  const workers = [await opened(storage(), "a"), await opened(storage(), "b"), await opened(storage(), "c")] as const;
  const acknowledged = new Set<string>();
  const write = async (name: number, writer: number) => {
    for (let count = 0; count < 25; count += 1) {
      const title = `${name}.${writer}.${count}`;
      await workers[name as 0 | 1 | 2].add(title);
      acknowledged.add(title);
      const others = workers[((name + 1) % 3) as 0 | 1 | 2];
      const seen = new Set(others.read());
      expect([...acknowledged].filter((each) => !seen.has(each))).toEqual([]);
    }
  };
  await Promise.all([0, 1, 2].flatMap((name) => [0, 1, 2, 3].map((writer) => write(name, writer))));
  expect(acknowledged.size).toBe(300);
  for (const { store, read } of workers) {
    expect(read().sort()).toEqual([...acknowledged].sort());
    expect(stateOf(store.engine)).toEqual(stateOf(workers[0].store.engine));
  }
  for (const { store } of workers) await store.close();
  await owner.close();
  const alone = await Store.open({ engine: emptyLibrary(), storage: new JournalStorage(folder), env: countingEnv() });
  onTestFinished(() => alone.close());
  expect([...titles(alone.engine)].sort()).toEqual([...acknowledged].sort());
});

it("stores snapshots by way of the owner, of which new workers open", async () => {
  const { storage } = await shared();
  const one = await opened(storage(), "a");
  for (let count = 0; count < 40; count += 1) await one.add(`book ${count} ${"x".repeat(1000)}`);
  await one.store.idle();
  const late = storage();
  const other = await opened(late, "b");
  expect((await late.snapshots.newest())?.at).toBeGreaterThan(10);
  expect(stateOf(other.store.engine)).toEqual(stateOf(one.store.engine));
});

it("is notified of others' writes without polling", async () => {
  const { storage } = await shared();
  const one = await opened(storage(), "a");
  const other = await opened(storage(), "b");
  const heard = new Promise((resolve) => other.store.onCommit((_, origin) => resolve(origin)));
  await one.add("book");
  expect(await heard).toBe("others");
});

it("probes for a worker when no append of another one is under way, which the probe would cut off", async () => {
  const folder = await newFolder();
  const events: string[] = [];
  const open: FileSystem["open"] = async (...what) => {
    const file = await realFileSystem.open(...what);
    const [sync, truncate] = [file.sync.bind(file), file.truncate.bind(file)];
    file.sync = async () => {
      events.push("flushing");
      await setTimeout(50);
      await sync();
      events.push("flushed");
    };
    file.truncate = async (length) => {
      events.push("cut");
      await truncate(length);
    };
    return file;
  };
  const owner = await JournalOwner.open(folder, new JournalStorage(folder, { files: { ...realFileSystem, open } }));
  onTestFinished(() => owner.close());
  const [writing, probing] = [channelPair(), channelPair()];
  for (const { one } of [writing, probing]) owner.serve(one);
  const { add } = await opened(new WorkerStorage(folder, writing.other), "a");
  const prober = new WorkerStorage(folder, probing.other);
  await prober.open();
  events.length = 0;
  const added = add("one");
  await eventually(() => expect(events).toEqual(["flushing"]));
  await Promise.all([added, prober.probe()]);
  expect(events).toEqual(["flushing", "flushed", "cut"]);
});

it("ends the writes of all workers at once when the journal has failed, and their reads go on", async () => {
  const { folder, owner, storage } = await shared();
  const workers = [await opened(storage(), "a"), await opened(storage(), "b")] as const;
  await workers[0].add("one");
  expect(await owner.failure()).toBeNull();
  await rm(join(folder, segmentName(1)));
  const reason = expect.stringMatching(/was removed .*, then restart$/);
  await expect(workers[0].add("two")).rejects.toMatchObject({ code: "outcome-unknown", details: { reason } });
  await eventually(() => expect(workers.map(({ store }) => store.stopped)).toEqual([reason, reason]));
  for (const { add, read } of workers) {
    await expect(add("three")).rejects.toMatchObject({ code: "unavailable", details: { reason } });
    expect(read()).toEqual(["one"]);
  }
  expect(await owner.failure()).toEqual(reason);
});

it("finds out without a write that the journal has failed", async () => {
  const { folder, owner, storage } = await shared();
  const { store } = await opened(storage(), "a");
  await rm(folder, { recursive: true });
  expect(await owner.failure()).toMatch(/^the folder of this journal is gone/);
  await eventually(() => expect(store.stopped).toMatch(/^the folder of this journal is gone/));
});
