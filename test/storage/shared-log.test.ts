import { describe, expect, it } from "vitest";
import { type Storage, Store } from "../../storage/internal.ts";
import { addBook, countingEnv, emptyLibrary, titles } from "../support/library.ts";
import { SharedLog } from "../support/shared-log.ts";

async function opened(storage: Storage, name: string) {
  let count = 0;
  const newDocumentId = () => {
    count += 1;
    return `${name}${String(count).padStart(23, "0")}`;
  };
  const env = { ...countingEnv(), newDocumentId };
  const store = await Store.open({ engine: emptyLibrary(), storage, env });
  const add = (title: string) =>
    store.write(
      (transaction) => addBook(transaction, title),
      (documentId) => documentId,
    );
  return { store, add };
}

describe("a store over a shared log", () => {
  it("takes in what another has written, and tries its own writes again on top", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    const other = await opened(log.storage(), "b");
    const told: number[] = [];
    other.store.onCommit(({ number }) => told.push(number));
    await one.add("one");
    await other.add("two");
    expect(titles(other.store.engine)).toEqual(["one", "two"]);
    expect(told).toEqual([1, 2]);
    await one.add("three");
    expect(titles(one.store.engine)).toEqual(["one", "two", "three"]);
    const third = await opened(log.storage(), "c");
    expect(titles(third.store.engine)).toEqual(["one", "two", "three"]);
  });

  it("asks to try later when others are quicker twice, and goes on", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    const storage = log.storage();
    let overtakings = 0;
    const append: Storage["append"] = async (expected, batch) => {
      if (overtakings > 0) await one.add(`quicker ${overtakings}`);
      overtakings -= 1;
      return storage.append(expected, batch);
    };
    const slow = await opened({ ...storage, append }, "b");
    overtakings = 2;
    await expect(slow.add("slow")).rejects.toMatchObject({ code: "unavailable", details: { retryAfter: 1 } });
    expect(slow.store.stopped).toBeNull();
    await slow.add("slow");
    expect(titles(slow.store.engine)).toEqual(["quicker 2", "quicker 1", "slow"]);
  });

  it("stops when what another has written cannot be read", async () => {
    const log = new SharedLog();
    const one = await opened(log.storage(), "a");
    const read: Storage["read"] = async function* () {
      yield [];
      throw new Error("unreachable");
    };
    const storage = log.storage();
    const other = await opened(storage, "b");
    storage.read = read;
    await one.add("one");
    await expect(other.add("two")).rejects.toMatchObject({ code: "unavailable", details: { reason: "unreachable" } });
    expect(other.store.stopped).toBe("unreachable");
  });
});
