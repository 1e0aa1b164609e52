import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type FileStore, MemoryFileStore } from "../../../../../storage/internal.ts";
import { StorageWait } from "../../../../../transport/parts/uploads/receiving/storage-wait.ts";

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** Files with one operation that takes so long. */
function slow(operation: keyof FileStore | "keep" | "discard", milliseconds: number) {
  const files = new MemoryFileStore();
  const late = async <T>(what: typeof operation, done: () => Promise<T>) => {
    if (what === operation) await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return done();
  };
  const store: FileStore = {
    put: (name, bytes) => late("put", () => files.put(name, bytes)),
    receive: async (bytes) => {
      const received = await late("receive", () => files.receive(bytes));
      return {
        ...received,
        keep: (name) => late("keep", () => received.keep(name)),
        discard: () => late("discard", () => received.discard()),
      };
    },
    open: (name) => late("open", () => files.open(name)),
    delete: (name) => late("delete", () => files.delete(name)),
    list: () => files.list(),
  };
  return { files, store };
}

async function outcome(work: Promise<unknown>) {
  let settled: unknown = "waits";
  work.then(
    () => {
      settled = "done";
    },
    ({ code }) => {
      settled = code;
    },
  );
  await vi.advanceTimersByTimeAsync(9_000);
  return settled;
}

const pieces = async function* (count: number, pause: number) {
  for (let at = 0; at < count; at += 1) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    yield Buffer.from("a");
  }
};

describe("an upload waits for files for nine seconds", () => {
  it.each(["put", "open", "delete", "keep", "receive"] as const)("where %s hangs", async (operation) => {
    const limited = new StorageWait().over(slow(operation, 60_000).store);
    const work = {
      put: () => limited.put("a", ["a"].map(Buffer.from)),
      open: () => limited.open("a"),
      delete: () => limited.delete("a"),
      keep: async () => (await limited.receive([Buffer.from("a")])).keep("a"),
      receive: () => limited.receive([Buffer.from("a")]),
    }[operation];
    expect(await outcome(work())).toBe("append-failed");
  });

  it("in all, whatever each operation takes", async () => {
    const wait = new StorageWait();
    const limited = wait.over(slow("open", 4_000).store);
    const all = async () => {
      for (let times = 0; times < 3; times += 1) await limited.open("a");
    };
    expect(await outcome(all())).toBe("append-failed");
    expect(performance.now() - wait.since).toBeCloseTo(9_000, 0);
  });

  it("and not for a discard: the answer is decided", async () => {
    const limited = new StorageWait().over(slow("discard", 60_000).store);
    expect(await outcome(limited.receive([Buffer.from("a")]).then(({ discard }) => discard()))).toBe("done");
  });

  it("but for the client as long as it sends, and for a storage as long as it takes pieces", async () => {
    const wait = new StorageWait();
    const received = wait.over(new MemoryFileStore()).receive(pieces(4, 8_000));
    await vi.advanceTimersByTimeAsync(33_000);
    expect((await received).size).toBe(4);
    expect(performance.now() - wait.since).toBeLessThan(10);
  });
});

it("discards what is received too late", async () => {
  const { files, store } = slow("receive", 20_000);
  expect(await outcome(new StorageWait().over(store).receive([Buffer.from("a")]))).toBe("append-failed");
  await vi.advanceTimersByTimeAsync(20_000);
  const names: string[] = [];
  for await (const name of files.list()) names.push(name);
  expect(names).toEqual([]);
});
