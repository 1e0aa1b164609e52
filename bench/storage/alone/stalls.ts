import { setImmediate, setTimeout } from "node:timers/promises";
import { openBlog } from "../../content/open-blog.ts";
import { byTurns } from "../../run/by-turns.ts";
import { importBuild } from "../../run/import-build.ts";
import { cpuMicros } from "../../run/processor-time.ts";
import { quantile } from "../../run/statistics.ts";
import type { JournalOptions } from "../alone.ts";
import { megabytesIn } from "../megabytes.ts";

/** The longest times without a completed read, in milliseconds. */
interface Stalls {
  readonly longest: number;
  readonly p999: number;
  /** The longest time that the process itself worked without a pause, including all its threads. */
  readonly longestOwn: number;
  readonly seconds: number;
}

/** The turn with the fewest disturbances from outside counts. */
const TURNS = 5;
/** Snapshots that a journal keeps. */
const KEPT = 2;

/** Reads without end, while snapshots are taken and for as long without any; of each the turn with the least stall. */
export default async function stalls({ build, folder, posts }: JournalOptions & { readonly posts: number }) {
  const { createGalley, JournalStorage } = await importBuild(build);
  await using galley = await openBlog(createGalley, posts, {
    storage: new JournalStorage(folder),
    roles: { public: { "*": ["find", "findOne"] } },
  });
  const read = async (): Promise<void> => {
    await (await galley.fetch("/api/posts?pagination[pageSize]=1")).text();
  };
  for (let warmUp = 0; warmUp < 1000; warmUp++) await read();

  let seconds = 1;
  const duringSnapshot = async (turn: number): Promise<Stalls> => {
    // Without a write, there would be nothing new for a snapshot.
    await galley.documents("api::author.author").create({ data: { name: `One more ${turn}` } });
    const stalls = await stallsUntil(read, galley.store.snapshot());
    seconds = stalls.seconds;
    return stalls;
  };
  const withoutAny = () => stallsUntil(read, setTimeout(seconds * 1000));
  const [during = [], without = []] = await byTurns([duringSnapshot, withoutAny], { rounds: TURNS }, (stallsOf, turn) =>
    stallsOf(turn),
  );
  const megabytes = (await megabytesIn(folder, "checkpoint-")) / KEPT;
  return { without: calmest(without), during: calmest(during), megabytes };
}

function calmest(turns: readonly Stalls[]): Stalls {
  return turns.reduce((one, other) => (other.longest < one.longest ? other : one));
}

/** Reads continuously until a promise settles; a stall is the time from one read to the next. */
async function stallsUntil(read: () => Promise<void>, end: Promise<unknown>): Promise<Stalls> {
  let isOver = false;
  const ended = end.then(() => {
    isOver = true;
  });
  const gaps: number[] = [];
  let longestOwn = 0;
  const started = performance.now();
  while (!isOver) {
    const cpu = cpuMicros();
    const begun = performance.now();
    await setImmediate();
    await read();
    const gap = performance.now() - begun;
    gaps.push(gap);
    longestOwn = Math.max(longestOwn, Math.min(gap, (cpuMicros() - cpu) / 1000));
  }
  await ended;
  const seconds = (performance.now() - started) / 1000;
  return { longest: quantile(gaps, 1), p999: quantile(gaps, 0.999), longestOwn, seconds };
}
