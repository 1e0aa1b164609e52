import { setImmediate } from "node:timers/promises";
import { blogContent, sizeOf } from "../../data.ts";
import { BLOG } from "../../schema.ts";
import { optionsOf } from "../../servers/options.ts";
import { importBuild } from "../build.ts";
import { megabytesIn } from "../megabytes.ts";
import type { Programs, Stalls } from "../programs.ts";
import { Times } from "../times.ts";

const { build, folder, posts } = optionsOf<Programs["stalls"]["options"]>();
const { createGalley, JournalStorage } = await importBuild(build);

/** The turn with the fewest disturbances from outside counts. */
const TURNS = 5;
/** Snapshots that a journal keeps. */
const KEPT = 2;

const galley = await createGalley({
  schema: BLOG,
  storage: new JournalStorage(folder),
  roles: { public: { "*": ["find", "findOne"] } },
});
galley.engine.restore({ ...blogContent(sizeOf(posts)), number: 0 });
const read = async (): Promise<void> => {
  await (await galley.fetch("/api/posts?pagination[pageSize]=1")).text();
};
for (let warmUp = 0; warmUp < 1000; warmUp++) await read();

const without: Stalls[] = [];
const during: Stalls[] = [];
for (let turn = 0; turn < TURNS; turn++) {
  // Without a write, there would be nothing new for a snapshot.
  await galley.documents("api::author.author").create({ data: { name: `One more ${turn}` } });
  during.push(await stallsUntil(galley.store.snapshot()));
  const { seconds = 1 } = during.at(-1) ?? {};
  without.push(await stallsUntil(new Promise((resolve) => setTimeout(resolve, seconds * 1000))));
}
const megabytes = (await megabytesIn(folder, "checkpoint-")) / KEPT;
const result: Programs["stalls"]["result"] = { without: calmest(without), during: calmest(during), megabytes };
process.stdout.write(JSON.stringify(result));
await galley.close();

function calmest(turns: readonly Stalls[]): Stalls {
  return turns.reduce((one, other) => (other.longest < one.longest ? other : one));
}

/** Reads continuously until a promise settles; a stall is the time from one read to the next. */
async function stallsUntil(end: Promise<unknown>): Promise<Stalls> {
  let isOver = false;
  const ended = end.then(() => {
    isOver = true;
  });
  const gaps: number[] = [];
  let longestOwn = 0;
  const started = performance.now();
  while (!isOver) {
    const cpu = process.cpuUsage();
    const begun = performance.now();
    await setImmediate();
    await read();
    const gap = performance.now() - begun;
    const { user, system } = process.cpuUsage(cpu);
    gaps.push(gap);
    longestOwn = Math.max(longestOwn, Math.min(gap, (user + system) / 1000));
  }
  await ended;
  const times = new Times(gaps);
  return { longest: times.at(1), p999: times.at(0.999), longestOwn, seconds: (performance.now() - started) / 1000 };
}
