import { describe, expect, it } from "vitest";
import { type Storage, StorageError, Store } from "../../storage/internal.ts";
import { CLAIM_LAPSE, NODE_LAPSE } from "../../storage/sharing/lapses.ts";
import type { Timing } from "../../storage/sharing/timing.ts";
import { sharedStorageSuite } from "../conformance/storage.suite.ts";
import { addBook, BOOK, countingEnv, emptyLibrary, stateOf, storeBook, titles } from "../support/content/library.ts";
import { eventually } from "../support/eventually.ts";
import { type Fate, SharedLog } from "../support/storage/shared-log.ts";
import { VirtualTime } from "./adversary/virtual-time.ts";

async function opened(storage: Storage, name: string, timing?: Timing) {
  const reports: string[] = [];
  const report = (message: string) => void reports.push(message);
  const store = await Store.open({
    engine: emptyLibrary(),
    storage,
    env: countingEnv(name),
    report,
    ...(timing && { timing }),
  });
  const add = (title: string) => storeBook(store, title);
  return { store, add, reports };
}

const READ_AGAIN = [
  "The entries that this node has read are no longer in the log, which is read again from the start",
  "The log was read again from the start",
];
const noWork = () => null;
const TAKES_NONE = "The store accepts no more writes";

describe("a store over a shared log", () => {
  it("applies another node's writes, and tries its own writes again on top", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    const other = await opened(log.storage(), "b");
    const told: number[] = [];
    other.store.onCommit(({ number }) => told.push(number));
    await one.add("one");
    await other.add("two");
    expect(titles(other.store.engine)).toEqual(["one", "two"]);
    // The first one says which content types write.
    expect(told).toEqual([1, 2, 3]);
    await one.add("three");
    expect(titles(one.store.engine)).toEqual(["one", "two", "three"]);
    const third = await opened(log.storage(), "c");
    expect(titles(third.store.engine)).toEqual(["one", "two", "three"]);
  });

  it("applies other nodes' writes without writing itself, and reports them as others'", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    const other = await opened(log.storage(), "b");
    const told: unknown[] = [];
    one.store.onCommit((_, origin) => told.push(origin));
    other.store.onCommit((_, origin) => told.push(origin));
    await one.add("one");
    await eventually(() => expect(titles(other.store.engine)).toEqual(["one"]));
    expect(told.sort()).toEqual(["others", "others", "own", "own"]);
  });

  it("asks to retry later if others are faster for two seconds, and continues", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    const storage = log.storage();
    const timing = { now: () => now, sleep: async () => {}, after: () => () => {} };
    let now = 0;
    let isSlow = true;
    const append: Storage["append"] = async (expected, batch) => {
      if (isSlow) await one.add(`quicker ${now}`);
      now += 700;
      return storage.append(expected, batch);
    };
    const { turn: _, ...sharing } = storage.sharing;
    const slow = await opened(changed(storage, { append, sharing }), "b", timing);
    await expect(slow.add("slow")).rejects.toMatchObject({ code: "unavailable", details: { retryAfter: 1 } });
    expect(slow.store.stopped).toBeNull();
    isSlow = false;
    await slow.add("slow");
    expect(titles(slow.store.engine)).toEqual(["quicker 0", "quicker 700", "quicker 1400", "slow"]);
  });

  it("limits its batches to the bytes that the log accepts at once, and keeps their order under contention", async () => {
    const log = new SharedLog();
    const sizes: number[] = [];
    const node = (name: string) => {
      const storage = log.storage();
      const append: Storage["append"] = (expected, batch) => {
        sizes.push(JSON.stringify(batch.map(({ body }) => body)).length);
        return storage.append(expected, batch);
      };
      const open: Storage["open"] = async () => ({ ...(await storage.open()), maxBatchBytes: 10_000 });
      const { turn: _, ...sharing } = storage.sharing;
      return opened(changed(storage, { open, append, sharing }), name);
    };
    const all = [await node("a"), await node("b")];
    const text = "x".repeat(3_000);
    await Promise.all(
      all.flatMap(({ add }, at) => Array.from({ length: 30 }, (_, count) => add(`${at}.${count} ${text}`))),
    );
    expect(Math.max(...sizes)).toBeGreaterThan(9_000);
    // A batch ends with the write that fills it.
    expect(Math.max(...sizes)).toBeLessThan(14_000);
    for (const { store } of all) {
      await eventually(() => expect(titles(store.engine)).toHaveLength(60));
      for (const at of [0, 1]) {
        const own = titles(store.engine).filter((title) => title.startsWith(`${at}.`));
        expect(own.map((title) => title.split(" ")[0])).toEqual(own.map((_, count) => `${at}.${count}`));
      }
    }
  });

  it("decides refusals on the state of the whole log, not on the part that it has seen", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    const storage = log.storage();
    const follow = async () => async () => {};
    const late = await opened(changed(storage, { sharing: { ...storage.sharing, follow } }), "b");
    await one.add("one");
    const seen = late.store.write(
      () => titles(late.store.engine),
      (found) => found,
    );
    expect(await seen).toEqual(["one"]);
  });

  it("finds the outcome of a write whose answer was lost", async () => {
    const fates: Fate[] = [
      { arrives: true, isAnswered: false, repeats: false },
      { arrives: false, isAnswered: false, repeats: false },
    ];
    const log = new SharedLog({
      delay: async () => {},
      reaches: () => true,
      appending: () => fates.shift() ?? { arrives: true, isAnswered: true, repeats: false },
    });
    const { add, store } = await opened(log.storage(), "a");
    await add("there");
    await add("sent again");
    expect(titles(store.engine)).toEqual(["there", "sent again"]);
    expect(log.entries).toHaveLength(3);
    expect(store.stopped).toBeNull();
  });

  it("says within ten seconds that it is unknown, accepts no writes in the meantime, and continues when it is known", async () => {
    let isReached = true;
    const log = new SharedLog({
      delay: async () => {},
      reaches: () => isReached,
      appending: () => ({ arrives: isReached, isAnswered: isReached, repeats: false }),
    });
    const time = new VirtualTime();
    const { add, store } = await opened(log.storage(), "a", time);
    isReached = false;
    const doubtful = add("doubtful");
    const refused = expect(doubtful).rejects.toMatchObject({ code: "outcome-unknown" });
    expect(await time.passUntil(() => store.obstacle !== null, 11_000)).toBe(true);
    await refused;
    // Its wait for a turn in real time counts.
    expect(time.now()).toBeLessThanOrEqual(9_000);
    expect(time.now()).toBeGreaterThan(8_000);
    await expect(add("meanwhile")).rejects.toMatchObject({ code: "unavailable" });
    isReached = true;
    expect(await time.passUntil(() => store.obstacle === null, 60_000)).toBe(true);
    await add("after");
    expect(titles(store.engine)).toEqual(["doubtful", "after"]);
  });

  it("keeps a caller waiting for no longer who has waited before, whichever write began the batch", async () => {
    let isReached = true;
    const log = new SharedLog({
      delay: async () => {},
      reaches: () => isReached,
      appending: () => ({ arrives: isReached, isAnswered: isReached, repeats: false }),
    });
    const time = new VirtualTime();
    const { add, store } = await opened(log.storage(), "a", time);
    const ago = (seconds: number) => performance.now() - 1_000 * seconds;
    await expect(store.write(noWork, noWork, ago(9))).rejects.toMatchObject({ code: "unavailable" });
    await store.write(noWork, noWork, ago(8));
    isReached = false;
    const fresh = add("fresh").catch(({ code }) => code);
    const old = store.write(
      (transaction) => addBook(transaction, "old"),
      () => {},
      ago(7),
    );
    const outcome = old.catch(({ code }) => code);
    expect(await time.passUntil(() => store.obstacle !== null, 11_000)).toBe(true);
    expect([await fresh, await outcome]).toEqual(["outcome-unknown", "outcome-unknown"]);
    expect(time.now()).toBeLessThanOrEqual(2_000);
    isReached = true;
    expect(await time.passUntil(() => store.obstacle === null, 60_000)).toBe(true);
  });

  it.each(["append", "barrier", "turn"] as const)(
    "answers within ten seconds when its %s hangs, and does nothing of what it has refused",
    async (hanging) => {
      const time = new VirtualTime();
      const storage = new SharedLog().storage();
      const { sharing } = storage;
      let isHanging = false;
      let goOn = () => {};
      const hung = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const hangs = async (what: typeof hanging) => {
        if (isHanging && what === hanging) await hung;
      };
      let conflicts = 0;
      const { add, store } = await opened(
        changed(storage, {
          append: async (expected, batch) => {
            await hangs("append");
            conflicts += 1;
            // After a conflict a node asks for turns.
            return hanging === "turn" && conflicts === 1
              ? { kind: "conflict", head: expected }
              : storage.append(expected, batch);
          },
          sharing: {
            ...sharing,
            barrier: () => hangs("barrier").then(() => sharing.barrier()),
            turn: async (after, patience) => {
              await hangs("turn");
              return (await sharing.turn?.(after, patience)) ?? null;
            },
          },
        }),
        "a",
        time,
      );
      await add("before");
      isHanging = true;
      const asked = hanging === "barrier" ? store.write(noWork, noWork) : add("slow");
      const outcome = asked.catch(({ code }: { code: string }) => code);
      expect(await time.passUntil(() => store.obstacle !== null, 11_000)).toBe(true);
      expect(await outcome).toBe(hanging === "append" ? "outcome-unknown" : "unavailable");
      expect(time.now()).toBeLessThanOrEqual(10_000);
      await expect(add("meanwhile")).rejects.toMatchObject({ code: "unavailable" });
      isHanging = false;
      goOn();
      expect(await time.passUntil(() => store.obstacle === null, 60_000)).toBe(true);
      await add("after");
      expect(titles(store.engine)).toEqual(["before", ...(hanging === "append" ? ["slow"] : []), "after"]);
    },
  );

  it("answers within ten seconds while it reads the log again, and does nothing of what it has refused", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    const storage = log.storage();
    let reading = Promise.resolve();
    const newest = () => reading.then(() => storage.snapshots.newest());
    const time = new VirtualTime();
    const other = await opened(changed(storage, { snapshots: { ...storage.snapshots, newest } }), "b", time);
    await one.add("lost");
    await eventually(() => expect(titles(other.store.engine)).toEqual(["lost"]));
    let goOn = () => {};
    reading = new Promise((resolve) => {
      goOn = resolve;
    });
    log.lose(0);
    await one.add("instead");
    await eventually(() => expect(other.reports).toEqual(READ_AGAIN.slice(0, 1)));
    const outcome = other.add("slow").catch(({ code }: { code: string }) => code);
    expect(await time.passUntil(() => other.store.obstacle !== null, 11_000)).toBe(true);
    expect(await outcome).toBe("unavailable");
    expect(time.now()).toBeLessThanOrEqual(9_000);
    goOn();
    expect(await time.passUntil(() => other.store.obstacle === null, 60_000)).toBe(true);
    await other.add("after");
    expect(titles(other.store.engine)).toEqual(["instead", "after"]);
  });

  it("can be closed while the outcome of a write is unknown", async () => {
    const fate: Fate = { arrives: false, isAnswered: false, repeats: false };
    let isReached = true;
    const log = new SharedLog({ delay: async () => {}, reaches: () => isReached, appending: () => fate });
    const { add, store } = await opened(log.storage(), "a");
    isReached = false;
    const doubtful = expect(add("doubtful")).rejects.toMatchObject({ code: "outcome-unknown" });
    await new Promise(setImmediate);
    await store.close();
    await doubtful;
  });

  it("reads its content again when the log has lost entries that it had read", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    const other = await opened(log.storage(), "b");
    await one.add("kept");
    await one.add("lost");
    await eventually(() => expect(titles(other.store.engine)).toEqual(["kept", "lost"]));
    const { revision } = one.store.engine.state;
    log.lose(2);
    await other.add("instead");
    await eventually(() => expect(titles(one.store.engine)).toEqual(["kept", "instead"]));
    // Cached answers are of an earlier revision, though the number is the same again.
    expect(one.store.engine.state.lastChange(BOOK)).toBeGreaterThan(revision);
    expect(one.store.stopped).toBeNull();
    await one.add("on top");
    expect(stateOf(one.store.engine)).toEqual(stateOf((await opened(log.storage(), "c")).store.engine));
    await eventually(() => expect(stateOf(one.store.engine)).toEqual(stateOf(other.store.engine)));
    expect(one.reports).toEqual(READ_AGAIN);
  });

  it("reads its content again when the log has forgotten entries that it has not read", async () => {
    let isReached = true;
    const log = new SharedLog({
      delay: () => new Promise(setImmediate),
      appending: () => ({ arrives: true, isAnswered: true, repeats: false }),
      reaches: (node) => node === 1 || isReached,
    });
    const one = await opened(log.storage(), "a");
    const other = await opened(log.storage(), "b");
    isReached = false;
    for (const title of ["one", "two", "three"]) {
      await one.add(title);
      log.age(NODE_LAPSE + 1);
      await one.store.snapshot();
    }
    isReached = true;
    await eventually(() => expect(titles(other.store.engine)).toEqual(["one", "two", "three"]));
    await other.add("four");
    expect(log.oldest).toBeGreaterThan(1);
    await eventually(() => expect(stateOf(one.store.engine)).toEqual(stateOf(other.store.engine)));
    expect(other.reports).toEqual(READ_AGAIN);
  });

  it("opens although others trim the entries that it is reading", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    await one.add("one");
    const storage = log.storage();
    let isFirst = true;
    const newest = async () => {
      const snapshot = await storage.snapshots.newest();
      for (; isFirst; isFirst = false) {
        for (const title of ["two", "three"]) {
          await one.add(title);
          log.age(NODE_LAPSE + 1);
          await one.store.snapshot();
        }
      }
      return snapshot;
    };
    const other = await opened(changed(storage, { snapshots: { ...storage.snapshots, newest } }), "b");
    expect(log.oldest).toBeGreaterThan(1);
    expect(titles(other.store.engine)).toEqual(["one", "two", "three"]);
    await other.add("four");
    await eventually(() => expect(stateOf(one.store.engine)).toEqual(stateOf(other.store.engine)));
  });

  it("stores no snapshot while another node is at it", async () => {
    const log = new SharedLog();
    const storage = log.storage();
    await storage.open();
    const one = await opened(log.storage(), "a");
    await one.add("one");
    for await (const _ of storage.read(1));
    expect(await storage.sharing.claimSnapshot?.(2)).toBe(true);
    expect(await one.store.snapshot()).toBe(0);
    expect(log.newest).toBeUndefined();
    log.age(CLAIM_LAPSE + 1);
    expect(await one.store.snapshot()).toBe(2);
    expect(log.newest?.last).toBe(2);
  });

  it("accepts no more writes if the log cannot be read again either", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    const storage = log.storage();
    let isAnother = false;
    const newest = async () => {
      if (isAnother) throw new StorageError("diverged", "The place holds another log");
      return storage.snapshots.newest();
    };
    const other = await opened(changed(storage, { snapshots: { ...storage.snapshots, newest } }), "b");
    await one.add("lost");
    await eventually(() => expect(titles(other.store.engine)).toEqual(["lost"]));
    isAnother = true;
    log.lose(0);
    await one.add("instead");
    await eventually(() => expect(other.store.stopped).toMatch(/holds another log/));
    await expect(other.add("two")).rejects.toMatchObject({ code: "unavailable" });
    expect(other.reports.at(-1)).toBe(TAKES_NONE);
  });

  it.each(["its entries", "its newest snapshot", "its note of content types"])(
    "asks again at opening for half a minute where %s cannot be read",
    async (part) => {
      const log = new SharedLog();
      await (await opened(log.storage(), "a")).add("before");
      let now = 0;
      let isSilentUntil = 29_000;
      const sleep = async (pause: number) => {
        now += pause;
      };
      const timing = { now: () => now, sleep, after: () => () => {} };
      const asking = (asked: string) => {
        if (part === asked && now < isSilentUntil) throw new Error("no answer");
      };
      const silent = () => {
        const storage = log.storage();
        return changed(storage, {
          async *read(from) {
            asking("its entries");
            yield* storage.read(from);
          },
          snapshots: {
            ...storage.snapshots,
            newest: async () => {
              asking("its newest snapshot");
              return storage.snapshots.newest();
            },
          },
          fitted: {
            place: "it",
            advice: "",
            read: async () => {
              asking("its note of content types");
              return null;
            },
            write: async () => {},
          },
        });
      };
      expect(titles((await opened(silent(), "b", timing)).store.engine)).toEqual(["before"]);
      isSilentUntil = Number.POSITIVE_INFINITY;
      await expect(opened(silent(), "c", timing)).rejects.toThrow("no answer");
      expect(now).toBeLessThan(61_000);
    },
  );

  it("ends the search for a lost answer when the log is not the one that was read", async () => {
    const fate: Fate = { arrives: false, isAnswered: false, repeats: false };
    const log = new SharedLog({ delay: async () => {}, reaches: () => true, appending: () => fate });
    const storage = log.storage();
    let isAnother = false;
    const read: Storage["read"] = (from) => {
      if (isAnother) throw new StorageError("diverged", "The log ends before position 7");
      return storage.read(from);
    };
    const { add, store } = await opened(changed(storage, { read }), "a");
    isAnother = true;
    await expect(add("doubtful")).rejects.toMatchObject({ code: "outcome-unknown" });
    isAnother = false;
    await eventually(() => expect(store.obstacle).toBeNull());
  });

  it("appends nothing when a turn finds that the log is damaged", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    const storage = log.storage();
    const sharing = {
      ...storage.sharing,
      follow: async () => async () => {},
      turn: () => Promise.reject(new StorageError("damaged", "The batch at position 1 is damaged")),
    };
    const other = await opened(changed(storage, { sharing }), "b");
    await one.add("one");
    await expect(other.add("two")).rejects.toMatchObject({ code: "unavailable" });
    expect(other.store.stopped).toMatch(/position 1 is damaged/);
    expect(other.reports).toEqual([TAKES_NONE]);
    expect(log.entries).toHaveLength(2);
  });

  it("opens while others write", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    const storage = log.storage();
    const open = async () => {
      const asOpened = await storage.open();
      await one.add("while it opens");
      return asOpened;
    };
    const other = await opened(changed(storage, { open }), "b");
    expect(titles(other.store.engine)).toEqual(["while it opens"]);
  });

  it("stops when another node's entry is invalid", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    const storage = log.storage();
    const sharing = { ...storage.sharing, follow: async () => async () => {} };
    const other = await opened(changed(storage, { sharing }), "b");
    await one.add("one");
    await one.add("two");
    const [, second] = log.entries;
    if (second === undefined) throw new Error("missing");
    log.damage(1, second);
    await expect(other.add("three")).rejects.toMatchObject({ code: "unavailable" });
    expect(other.store.stopped).toMatch(/should go on with position 1/);
    expect(other.reports).toEqual([TAKES_NONE]);
  });

  it("refuses a storage that is shared and cannot be followed", async () => {
    const storage = changed(new SharedLog().storage(), { sharing: undefined });
    await expect(opened(storage, "a")).rejects.toMatchObject({ code: "misused" });
  });
});

/** The same storage with other answers to some calls. */
function changed(storage: Storage, by: { readonly [Key in keyof Storage]?: Storage[Key] | undefined }): Storage {
  return {
    snapshots: storage.snapshots,
    open: () => storage.open(),
    append: (expected, batch) => storage.append(expected, batch),
    read: (from) => storage.read(from),
    trim: (through) => storage.trim(through),
    close: () => storage.close(),
    ...(storage.sharing && { sharing: storage.sharing }),
    ...by,
  } as Storage;
}

sharedStorageSuite("the log in memory", async () => {
  const log = new SharedLog();
  const lose = async (after: number) => void log.lose(after);
  return { storage: () => log.storage(), lose, age: async (milliseconds) => log.age(milliseconds) };
});
