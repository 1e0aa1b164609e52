import { describe, expect, it } from "vitest";
import { JsonFileStorage } from "../../../../storage/internal.ts";
import { loadContent } from "../../../../storage/recovery/load.ts";
import { Content } from "../../../../storage/shapes/content.ts";
import { sampleCommit } from "../../../../storage/testing/commits.ts";
import { fc } from "../../../support/fast-check.ts";
import { Random } from "../../../support/random.ts";
import { type Fault, type Operation, SimulatedDisk } from "../../../support/storage/simulated-disk.ts";

const PATH = "/data/db.json";

/** Appends until it fails; gives the acknowledged position. */
async function live(disk: SimulatedDisk, batches: readonly number[]): Promise<number> {
  const storage = new JsonFileStorage(PATH, disk);
  let acknowledged = 0;
  try {
    const { head } = await storage.open();
    acknowledged = head;
    for (const count of batches) {
      const from = acknowledged;
      const entries = Array.from({ length: count }, (_, index) => {
        const position = from + index + 1;
        return { position, commit: `try.${position}`, body: sampleCommit(position) };
      });
      const appended = await storage.append(from, entries);
      if (appended.kind === "unknown") break;
      if (appended.kind === "ok") acknowledged = appended.head;
    }
  } catch {
    // The storage says so when it cannot be opened; nothing was acknowledged then.
  }
  return acknowledged;
}

async function expectPrefix(disk: SimulatedDisk, acknowledged: number): Promise<void> {
  const storage = new JsonFileStorage(PATH, disk);
  const { head } = await storage.open();
  expect(head).toBeGreaterThanOrEqual(acknowledged);
  const content = new Content("");
  content.apply(Array.from({ length: head }, (_, index) => sampleCommit(index + 1)));
  expect(parts(await loadContent(storage))).toEqual(parts(content));
  await storage.close();
}

function parts(content: Content): unknown {
  return [...content.changes()].map((change) => JSON.stringify(change)).sort();
}

const batches = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 });

describe("JsonFileStorage", () => {
  it("keeps all that was acknowledged when the power is cut before any operation", async () => {
    await fc.assert(
      fc.asyncProperty(batches, fc.integer(), async (counts, seed) => {
        const random = new Random(seed);
        const disk = new SimulatedDisk(random);
        const left: SimulatedDisk[] = [];
        disk.before = () => {
          left.push(disk.afterPowerCut(random));
          return null;
        };
        const storage = new JsonFileStorage(PATH, disk);
        await storage.open();
        const acknowledgedAt: number[] = left.map(() => 0);
        let head = 0;
        for (const count of counts) {
          const entries = Array.from({ length: count }, (_, index) => {
            const position = head + index + 1;
            return { position, commit: `try.${position}`, body: sampleCommit(position) };
          });
          const appended = await storage.append(head, entries);
          while (acknowledgedAt.length < left.length) acknowledgedAt.push(head);
          head = appended.kind === "ok" ? appended.head : head;
        }
        for (const [index, each] of left.entries()) await expectPrefix(each, acknowledgedAt[index] ?? head);
      }),
      { numRuns: 25 },
    );
  });

  const operations: readonly Operation[] = ["write", "sync", "open", "rename", "syncFolder", "close", "list"];
  const faults: readonly Fault[] = [{ code: "EIO" }, { code: "ENOSPC" }];
  it.each(operations)("loses nothing acknowledged when any %s fails", async (operation) => {
    for (const fault of faults) {
      for (let nth = 1, isOver = false; !isOver; nth += 1) {
        const random = new Random(nth);
        const disk = new SimulatedDisk(random);
        let count = 0;
        disk.before = (each) => {
          if (each === operation) count += 1;
          return each === operation && count === nth ? fault : null;
        };
        const acknowledged = await live(disk, [1, 2, 1, 3]);
        isOver = count < nth;
        disk.before = () => null;
        await expectPrefix(disk.afterCrash(random), acknowledged);
        await expectPrefix(disk.afterPowerCut(random), acknowledged);
      }
    }
  });

  it("accepts the next write after a failed one, without a trace of it", async () => {
    const disk = new SimulatedDisk(new Random(1));
    const storage = new JsonFileStorage(PATH, disk);
    await storage.open();
    const entry = (position: number) => ({ position, commit: `try.${position}`, body: sampleCommit(position) });
    await storage.append(0, [entry(1)]);
    disk.before = (operation) => (operation === "sync" ? { code: "EIO" } : null);
    expect(await storage.append(1, [entry(2), entry(3)])).toMatchObject({ kind: "failed" });
    disk.before = () => null;
    expect(await storage.append(1, [entry(2)])).toEqual({ kind: "ok", head: 2 });
    await expectPrefix(disk.afterPowerCut(new Random(1)), 2);
  });
});
