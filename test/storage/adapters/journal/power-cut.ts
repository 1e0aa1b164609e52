import type { Position } from "../../../../storage/internal.ts";
import { Random } from "../../../support/random.ts";
import { append, History, live, smallJournal, verify } from "../../../support/storage/journal-history.ts";
import { SimulatedDisk } from "../../../support/storage/simulated-disk.ts";

interface Cut {
  readonly disk: SimulatedDisk;
  readonly acknowledged: Position;
}

const OUTCOMES = 3;

/**
 * A random history on a simulated disk, with the power cut before each of its operations and after the last, each time
 * with several outcomes. Throws when a journal does not open to exactly the acknowledged entries, and at most the one
 * batch under way, whole. The seed replays it. Gives the number of cuts.
 */
export async function cutPowerEverywhere(seed: number): Promise<number> {
  const random = new Random(seed);
  const history = new History();
  let disk = new SimulatedDisk(random);
  let cuts: Cut[] = [];
  const cut = () => {
    for (let outcome = 0; outcome < OUTCOMES; outcome += 1) {
      cuts.push({ disk: disk.afterPowerCut(random), acknowledged: history.acknowledged });
    }
    return null;
  };
  let count = 0;
  // Each life begins with a disk that a power cut has left behind.
  for (let lives = 0; lives < 3; lives += 1) {
    disk.before = cut;
    const storage = smallJournal(disk);
    const { head } = await storage.open();
    history.acknowledged = head;
    await live(storage, head, history, random);
    if (random.chance(2)) await storage.close();
    cut();
    disk.before = () => null;
    const chosen = random.one(cuts);
    const next = chosen.disk.afterPowerCut(random);
    for (const each of cuts) await survive(each, history, random);
    count += cuts.length;
    cuts = [];
    disk = next;
    history.acknowledged = chosen.acknowledged;
  }
  return count;
}

async function survive({ disk, acknowledged }: Cut, history: History, random: Random): Promise<void> {
  const storage = smallJournal(disk);
  const opened = await storage.open();
  const head = await verify(storage, opened, history);
  if (head < acknowledged) throw new Error(`acknowledged ${acknowledged}, found ${head}`);
  if (!history.batchEnds.has(head)) throw new Error(`half a batch at ${head}`);
  await storage.close();
  if (!random.chance(8)) return;
  // Appends must also go on from there.
  const again = smallJournal(disk);
  await again.open();
  const after = new History();
  if ((await append(again, head, after, 2)) !== head + 2) throw new Error("no append after a power cut");
  await again.close();
  const last = smallJournal(disk.afterPowerCut(random));
  if ((await last.open()).head !== head + 2) throw new Error("lost after a second power cut");
  await last.close();
}
