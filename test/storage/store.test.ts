import { describe, expect, it, vi } from "vitest";
import { MemoryStorage, Store, type StoreOptions } from "../../storage/internal.ts";
import {
  addBook,
  countingEnv,
  emptyLibrary,
  publishBook,
  retitleBook,
  storeBook,
  titles,
} from "../support/content/library.ts";
import { FaultyStorage } from "../support/storage/faulty-storage.ts";

async function openStore(options: Partial<StoreOptions> = {}) {
  const storage = new FaultyStorage();
  const reports: string[] = [];
  const report = (message: string) => reports.push(message);
  const store = await Store.open({ engine: emptyLibrary(), storage, env: countingEnv(), report, ...options });
  const add = (title: string) => storeBook(store, title);
  return { store, storage, reports, add, seen: () => titles(store.engine) };
}

describe("Store", () => {
  it("shows and answers a write only when its append has returned", async () => {
    const { storage, add, seen } = await openStore();
    let answered = false;
    const write = add("one").then(() => {
      answered = true;
    });
    await storage.arrival();
    expect(seen()).toEqual([]);
    expect(answered).toBe(false);
    await storage.end("ok");
    await write;
    expect(seen()).toEqual(["one"]);
  });

  it("makes one batch of the writes that come while an append is under way", async () => {
    const { storage, add } = await openStore();
    const first = add("one");
    await storage.arrival();
    const others = ["two", "three", "four"].map(add);
    await storage.end("ok");
    await first;
    await storage.end("ok");
    await Promise.all(others);
    expect(storage.batches.map((batch) => batch.length)).toEqual([1, 3]);
  });

  it("makes one batch of the writes of one turn of the event loop, as those of requests that arrive together", async () => {
    const { storage, add } = await openStore();
    const writes = Promise.all([add("one"), Promise.resolve().then(() => Promise.resolve().then(() => add("two")))]);
    await storage.end("ok");
    await writes;
    expect(storage.batches.map((batch) => batch.length)).toEqual([2]);
  });

  it("writes also while a test has replaced all timers", async () => {
    const store = await Store.open({ engine: emptyLibrary(), storage: new MemoryStorage(), env: countingEnv() });
    vi.useFakeTimers();
    try {
      await storeBook(store, "one");
    } finally {
      vi.useRealTimers();
    }
    expect(titles(store.engine)).toEqual(["one"]);
  });

  it("lets a write see the ones before it in the same batch", async () => {
    const { store, storage, add, seen } = await openStore();
    const documentId = `d${"1".padStart(23, "0")}`;
    const both = [
      add("draft"),
      store.write(
        (transaction) => retitleBook(transaction, documentId, "final"),
        () => null,
      ),
    ];
    await storage.end("ok");
    await Promise.all(both);
    expect(storage.batches).toHaveLength(1);
    expect(seen()).toEqual(["final"]);
  });

  it("runs each answer before the next commit is visible", async () => {
    const { store, storage, seen } = await openStore();
    const write = (title: string) => store.write((transaction) => addBook(transaction, title), seen);
    const answers = Promise.all([write("one"), write("two")]);
    await storage.end("ok");
    expect(await answers).toEqual([["one"], ["one", "two"]]);
  });

  it("refuses a single write of a batch without a trace", async () => {
    const { store, storage, add, seen } = await openStore();
    const refused = store.write(
      (transaction) => {
        addBook(transaction, "half");
        throw new TypeError("refused");
      },
      () => null,
    );
    const outcomes = Promise.allSettled([add("one"), refused, add("two")]);
    await storage.end("ok");
    expect((await outcomes).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    await expect(refused).rejects.toThrow(TypeError);
    expect(seen()).toEqual(["one", "two"]);
    expect(storage.batches[0]?.map(({ position }) => position)).toEqual([1, 2]);
  });

  it("appends nothing for a write without effect, and answers it after the writes before it", async () => {
    const { store, storage, add, seen } = await openStore();
    const idle = () => store.write(() => null, seen);
    expect(await idle()).toEqual([]);
    expect(storage.batches).toEqual([]);
    const [, after] = [add("one"), idle()];
    await storage.end("ok");
    expect(await after).toEqual(["one"]);
  });

  it("rejects with the error of the answer, and keeps the commit", async () => {
    const { store, storage, seen } = await openStore();
    const write = store.write(
      (transaction) => addBook(transaction, "one"),
      () => {
        throw new RangeError("answer");
      },
    );
    await Promise.all([expect(write).rejects.toThrow(RangeError), storage.end("ok")]);
    expect(seen()).toEqual(["one"]);
  });

  it("gives every entry its own position and id", async () => {
    const { storage, add } = await openStore();
    const all = Promise.allSettled([add("one"), add("two")]);
    await storage.end("failed");
    await all;
    const again = Promise.all([add("three"), add("four")]);
    await storage.end("ok");
    await again;
    const entries = storage.batches.flat();
    expect(entries.map(({ position, body }) => [position, body.number])).toEqual([
      [1, 1],
      [2, 2],
      [1, 1],
      [2, 2],
    ]);
    expect(new Set(entries.map(({ commit }) => commit)).size).toBe(4);
  });

  it("notifies listeners of each commit in order, after its answer", async () => {
    const { store, storage } = await openStore();
    const events: string[] = [];
    const forget = store.onCommit(({ number }) => events.push(`commit ${number}`));
    const write = (title: string) =>
      store.write(
        (transaction) => addBook(transaction, title),
        () => events.push(`answer ${title}`),
      );
    const both = Promise.all([write("one"), write("two")]);
    await storage.end("ok");
    await both;
    forget();
    const third = write("three");
    await storage.end("ok");
    await third;
    expect(events).toEqual(["answer one", "commit 1", "answer two", "commit 2", "answer three"]);
  });

  it("continues when a listener throws, and reports it", async () => {
    const { store, storage, reports, add } = await openStore();
    store.onCommit(() => {
      throw new Error("listener");
    });
    const write = add("one");
    await storage.end("ok");
    await expect(write).resolves.toBeTypeOf("string");
    expect(reports).toEqual(["A commit listener failed"]);
  });

  it("loses nothing of ten thousand writes over the memory storage", async () => {
    const { add, seen } = await openStore({ storage: new MemoryStorage() });
    const names = Array.from({ length: 10_000 }, (_, index) => `book ${index}`);
    await Promise.all(names.map(add));
    expect(seen()).toEqual(names);
  });
});

describe("Store after a failed append", () => {
  it("applies nothing, says why, and accepts the next write", async () => {
    const { storage, add, seen } = await openStore();
    const all = Promise.allSettled([add("one"), add("two")]);
    await storage.end("failed");
    for (const outcome of await all) {
      expect(outcome).toMatchObject({ reason: { code: "append-failed", details: { reason: "failed on purpose" } } });
    }
    expect(seen()).toEqual([]);
    const next = add("three");
    await storage.end("ok");
    await next;
    expect(seen()).toEqual(["three"]);
  });

  it("also fails refused and empty writes that depend on a failed write", async () => {
    const { store, storage, add } = await openStore();
    const before = store.write(
      () => "before",
      (text) => text,
    );
    const failed = add("one");
    const seesIt = store.write(
      (transaction) => [...transaction.documents("api::book.book")].length,
      (count) => count,
    );
    const refused = store.write(
      () => {
        throw new TypeError("there is such a book already");
      },
      () => null,
    );
    const outcomes = Promise.allSettled([before, failed, seesIt, refused]);
    await storage.end("failed");
    const failure = { status: "rejected", reason: { code: "append-failed" } };
    expect(await outcomes).toMatchObject([{ value: "before" }, failure, failure, failure]);
  });
});

describe.each(["unknown", "conflict", "throw"] as const)("Store after an append that ends with %s", (end) => {
  it("accepts no more writes, says why, and continues to read", async () => {
    const { store, storage, reports, add, seen } = await openStore();
    const first = add("kept");
    await storage.end("ok");
    await first;
    const doubtful = add("doubtful");
    await storage.arrival();
    const queued = add("queued");
    const outcomes = Promise.allSettled([doubtful, queued]);
    await storage.end(end);
    const [one, two] = await outcomes;
    expect(store.stopped).toBeTypeOf("string");
    const failed = (code: string) => ({ reason: { code, details: { reason: store.stopped } } });
    // A log at another position has taken nothing; of the write that waited, nothing has been appended.
    const doubt = end === "conflict" ? "unavailable" : "outcome-unknown";
    expect([one, two]).toMatchObject([failed(doubt), failed("unavailable")]);
    await expect(add("late")).rejects.toMatchObject({ code: "unavailable", details: { reason: store.stopped } });
    expect(seen()).toEqual(["kept"]);
    expect(storage.batches).toHaveLength(2);
    expect(reports).toEqual(["The store accepts no more writes"]);
  });
});

describe("Store with a full queue", () => {
  it("refuses one write more with a time to try again, and takes writes when the queue is empty again", async () => {
    const { storage, add, seen } = await openStore({ maxQueue: 2 });
    const first = add("one");
    await storage.arrival();
    const queued = [add("two"), add("three")];
    await expect(add("four")).rejects.toMatchObject({ code: "unavailable", details: { retryAfter: 1 } });
    await storage.end("ok");
    await first;
    await storage.end("ok");
    await Promise.all(queued);
    const last = add("five");
    await storage.end("ok");
    await last;
    expect(seen()).toEqual(["one", "two", "three", "five"]);
  });

  it("puts no more than the limit into one batch", async () => {
    const { storage, add } = await openStore({ maxBatch: 2 });
    const all = Promise.all(["one", "two", "three"].map(add));
    await storage.end("ok");
    await storage.end("ok");
    await all;
    expect(storage.batches.map((batch) => batch.length)).toEqual([2, 1]);
  });
});

describe("Store.close", () => {
  it("finishes pending writes, accepts no new ones, and closes the storage", async () => {
    const { store, storage, add, seen } = await openStore();
    const first = add("one");
    await storage.arrival();
    const second = add("two");
    const closed = store.close();
    await expect(add("three")).rejects.toMatchObject({ code: "unavailable" });
    expect(storage.closed).toBe(false);
    await storage.end("ok");
    await storage.end("ok");
    await Promise.all([first, second, closed, store.close()]);
    expect(seen()).toEqual(["one", "two"]);
    expect(storage.closed).toBe(true);
  });
});

describe("Store.open", () => {
  it("closes the storage when it cannot recover", async () => {
    const storage = new FaultyStorage();
    const engine = emptyLibrary();
    engine.apply({ number: 1, at: 1, changes: [] });
    await expect(Store.open({ engine, storage, env: countingEnv() })).rejects.toThrow();
    expect(storage.closed).toBe(true);
  });
});

describe("Store.snapshot", () => {
  it("holds the state at the call while writes go on", async () => {
    const { store, storage, add } = await openStore();
    const first = add("one");
    await storage.end("ok");
    const documentId = await first;
    const snapshot = store.snapshot();
    const write = store.write(
      (transaction) => publishBook(transaction, documentId, "Ann"),
      () => null,
    );
    await storage.end("ok");
    await write;
    expect(await snapshot).toBe(1);
    expect(await storage.snapshots.newest()).toMatchObject({ at: 1 });
    expect(await store.snapshot()).toBe(2);
  });
});
