import { describe, expect, it } from "vitest";
import { StorageError } from "../../../../storage/internal.ts";
import { DEPTH } from "../../../support/drawn-deeper.ts";
import { Random } from "../../../support/random.ts";
import { FOLDER, History, live, smallJournal, verify } from "../../../support/storage/journal-history.ts";
import { type Fault, type Operation, SimulatedDisk } from "../../../support/storage/simulated-disk.ts";

const HISTORIES = Math.ceil(2 * DEPTH);

const WRITING: readonly Operation[] = ["write", "sync", "rename", "remove", "syncFolder", "open"];

/** Lives with a fault at the nth operation of one kind. False when there were fewer operations. */
async function liveWithFault(seed: number, operation: Operation, nth: number, fault: Fault): Promise<boolean> {
  const random = new Random(seed);
  const disk = new SimulatedDisk(random);
  const history = new History();
  let count = 0;
  disk.before = (each) => {
    if (each === operation) count += 1;
    return each === operation && count === nth ? fault : null;
  };
  const storage = smallJournal(disk);
  try {
    const { head } = await storage.open();
    await live(storage, head, history, random);
    await storage.close();
  } catch (error) {
    // Opening says so in its own words; a checkpoint or a trim rejects with what the system says.
    if (!(error instanceof StorageError)) expect(String(error)).toContain("on purpose");
  }
  disk.before = () => null;
  for (const left of [disk.afterCrash(random), disk.afterPowerCut(random)]) {
    const again = smallJournal(left);
    const head = await verify(again, await again.open(), history);
    expect(head).toBeGreaterThanOrEqual(history.acknowledged);
    expect(history.batchEnds).toContain(head);
    await again.close();
  }
  return count >= nth;
}

const READING: readonly Operation[] = ["list", "open", "size", "read"];

/** Opens a journal with a fault at the nth operation of one kind. False when there were fewer operations. */
async function openWithFault(seed: number, operation: Operation, nth: number): Promise<boolean> {
  const random = new Random(seed);
  const before = new SimulatedDisk(random);
  const history = new History();
  const first = smallJournal(before);
  const { head } = await first.open();
  await live(first, head, history, random);
  await first.close();

  const disk = before.afterCrash(random);
  let count = 0;
  disk.before = (each) => {
    if (each === operation) count += 1;
    return each === operation && count === nth ? { code: "EIO" } : null;
  };
  const storage = smallJournal(disk);
  try {
    await verify(storage, await storage.open(), history);
  } catch (error) {
    expect(error).toMatchObject({ code: "unreadable", message: expect.stringContaining(FOLDER) });
  }
  disk.before = () => null;
  await storage.close();
  expect(disk.paths().filter((path) => !path.endsWith(".tmp"))).toEqual(expect.arrayContaining(before.paths()));
  const again = smallJournal(disk);
  expect(await verify(again, await again.open(), history)).toBe(history.acknowledged);
  return count >= nth;
}

describe("JournalStorage", () => {
  it.each(READING)("takes no %s that fails at a start for damage, and sets nothing aside", async (operation) => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      let nth = 1;
      while (await openWithFault(seed, operation, nth)) nth += 1;
      expect(nth).toBeGreaterThan(1);
    }
  });

  const faults: readonly (readonly [string, Fault])[] = [
    ["EIO", { code: "EIO" }],
    ["ENOSPC", { code: "ENOSPC" }],
  ];
  for (const operation of WRITING) {
    it.each(faults)(`loses nothing acknowledged when any ${operation} fails with %s`, async (_, fault) => {
      let faults = 0;
      for (let seed = 1; seed <= HISTORIES || faults === 0; seed += 1) {
        for (let nth = 1; await liveWithFault(seed, operation, nth, fault); nth += 1) faults += 1;
      }
      expect(faults).toBeGreaterThan(0);
    });
  }

  it("finishes writes of which the system accepts only some bytes at a time", async () => {
    for (const taken of [1, 7, 100]) {
      for (let nth = 1; await liveWithFault(4, "write", nth, { taken }); nth += 1) expect(nth).toBeLessThan(1000);
    }
  });

  it("fails one append on a full disk, and accepts the next when there is space", async () => {
    const disk = new SimulatedDisk(new Random(1));
    const storage = smallJournal(disk);
    const history = new History();
    await storage.open();
    await storage.append(0, history.entries(0, 1));
    let writes = 0;
    // The disk is full in the middle of a record.
    disk.before = (operation) => {
      if (operation !== "write") return null;
      writes += 1;
      return writes === 1 ? { taken: 40 } : { code: "ENOSPC" };
    };
    expect(await storage.append(1, history.entries(1, 1))).toMatchObject({ kind: "failed" });
    disk.before = () => null;
    expect(await storage.append(1, history.entries(1, 1))).toEqual({ kind: "ok", head: 2 });
    expect(await verify(storage, { head: 2 }, history)).toBe(2);
  });

  it("accepts no more writes if the half record cannot be cut off", async () => {
    const disk = new SimulatedDisk(new Random(1));
    const storage = smallJournal(disk);
    const history = new History();
    await storage.open();
    await storage.append(0, history.entries(0, 1));
    disk.before = (operation) => (operation === "write" || operation === "truncate" ? { code: "EIO" } : null);
    expect(await storage.append(1, history.entries(1, 1))).toMatchObject({ kind: "unknown" });
    disk.before = () => null;
    expect(await storage.append(1, history.entries(1, 1))).toMatchObject({ kind: "unknown" });
  });

  it("accepts no more writes after a failed flush, even if later flushes succeed", async () => {
    const disk = new SimulatedDisk(new Random(1));
    const storage = smallJournal(disk);
    const history = new History();
    await storage.open();
    await storage.append(0, history.entries(0, 1));
    disk.before = (operation) => (operation === "sync" ? { code: "EIO" } : null);
    expect(await storage.append(1, history.entries(1, 1))).toMatchObject({ kind: "unknown" });
    disk.before = () => null;
    expect(await storage.append(1, history.entries(1, 1))).toMatchObject({ kind: "unknown" });
    expect(await verify(storage, { head: 1 }, history)).toBe(1);
  });
});
