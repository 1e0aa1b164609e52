import { expect, it } from "vitest";
import { StorageError } from "../../../../storage/internal.ts";
import { loadContent } from "../../../../storage/recovery/load.ts";
import { Random } from "../../../support/random.ts";
import { SEED } from "../../../support/seed.ts";
import { append, History, smallJournal, storeCheckpoint } from "../../../support/storage/journal-history.ts";
import { SimulatedDisk } from "../../../support/storage/simulated-disk.ts";
import { withinTwice } from "../../../support/storage/within-twice.ts";
import { mutate, withoutLongReads } from "./mutated.ts";

const MUTATIONS = Number(process.env.GALLEY_MUTATIONS ?? 1_000);
/** A file is read by parts of this length, whatever is in it. */
const CHUNK = 1 << 20;

/** Segments, two checkpoints and a mark. */
async function written(): Promise<SimulatedDisk> {
  const disk = new SimulatedDisk(new Random(1));
  const storage = smallJournal(disk);
  await storage.open();
  const history = new History();
  let head = 0;
  for (let round = 1; round <= 12; round += 1) {
    head = await append(storage, head, history, 2);
    if (round % 5 === 0) await storeCheckpoint(storage, head);
  }
  await storage.close();
  return disk;
}

it(`opens ${MUTATIONS} mutated journals, or says why not`, { timeout: 7_200_000 }, async () => {
  const original = await written();
  let opened = 0;
  for (let number = 0; number < MUTATIONS; number += 1) {
    const random = new Random(SEED + number);
    const disk = original.afterCrash(random);
    mutate(disk, random);
    const storage = smallJournal(disk, { files: withoutLongReads(disk, CHUNK) });
    const begun = process.cpuUsage();
    try {
      await withinTwice(bytesOn(disk), async () => {
        await storage.open();
        await loadContent(storage);
      });
      opened += 1;
    } catch (error) {
      if (!(error instanceof StorageError)) throw new Error(`seed ${SEED + number}: ${error}`, { cause: error });
    } finally {
      await storage.close();
    }
    const { user, system } = process.cpuUsage(begun);
    if (user + system > MAX_CPU) throw new Error(`seed ${SEED + number} takes too long`);
  }
  expect(opened).toBeGreaterThan(MUTATIONS / 20);
  expect(opened).toBeLessThan(MUTATIONS);
});

function bytesOn(disk: SimulatedDisk): number {
  return disk.paths().reduce((sum, path) => sum + disk.content(path).length, 0);
}

/** Microseconds of CPU after which opening so little counts as hanging; what another process takes is not counted. */
const MAX_CPU = 1_000_000;
