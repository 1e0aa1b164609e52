// Three nodes, or three workers, as processes of their own, while one or two things fail at a time, drawn by seed:
// npm run check -- failover:mixed [postgres|jetstream|workers] [SECONDS] [SEED]. Clients write notes and registers, sign
// up and upload. Fails where something acknowledged is lost or there twice, something refused is there, a file lacks its
// bytes, reads of the latest are not linearizable, no fault excuses an answer, an answer takes more than eleven seconds
// besides the time for which its node was paused, or a node does not acknowledge within ten seconds after a fault. Disks
// are full only where root can make some.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Random } from "../support/random.ts";
import { judge, NoteLoad, postNote } from "../support/storage/note-load.ts";
import { judgeOdd, type LongestWait, NO_WAIT, OddLoad } from "../support/storage/odd-load.ts";
import { RegisterLoad } from "../support/storage/register-load.ts";
import { type Breaking, jetStreamSystem, postgresSystem, type System, workersSystem } from "./systems.ts";

const SYSTEMS = { postgres: postgresSystem, jetstream: jetStreamSystem, workers: workersSystem };
const CONFIG = { users: true, uploads: true, cluster: { maxStaleness: 0 }, rateLimit: { failures: 1_000_000 } };
/** Milliseconds. */
const BETWEEN = 1_500;
const MAX_ANSWER = 11_000;
const MAX_BACK = 10_000;

const [name = "jetstream", seconds = "180", seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const newSystem = SYSTEMS[name as keyof typeof SYSTEMS];
if (newSystem === undefined) throw new Error(`There is no system ${name}`);
const random = new Random(Number(seed));
const folder = await mkdtemp(join(tmpdir(), "galley-mixed-"));
const system: System = await newSystem(folder, CONFIG);
const { urls } = system;
/** Nodes that clients leave alone: they do not run, or hang. */
const away = new Set<number>();
const urlOf = (client: number): string => {
  for (let at = client; at < client + urls.length; at += 1) {
    if (!away.has(at % urls.length)) return urls[at % urls.length] ?? "";
  }
  return urls[0] ?? "";
};
const anyUrl = () => urlOf(Math.floor(Math.random() * urls.length));
const say = (text: string) => process.stdout.write(`${text}\n`);

const load = new NoteLoad({ url: urlOf, writers: 2 * urls.length, readers: urls.length });
const registers = await RegisterLoad.start({ url: anyUrl, registers: 6, writers: 3, readers: 3, position: "latest" });
/** Milliseconds for which each node was away. */
const awayFor = urls.map(() => 0);
const odd = new OddLoad(anyUrl, (url) => awayFor[urls.indexOf(url)] ?? 0);
const backs: number[] = [];
let longest = NO_WAIT;
let isGood = false;
say(`${name}, seed ${seed}`);
try {
  const until = performance.now() + 1000 * Number(seconds);
  for (let round = 1; performance.now() < until; round += 1) {
    await sleep(BETWEEN);
    load.longestPause = 0;
    odd.longest = NO_WAIT;
    const drawn = draw();
    const broken = await Promise.all(drawn.map(([, breaking]) => begin(breaking)));
    await sleep(3_000 + random.below(6_000));
    // At once: a node does not start as long as nothing answers it.
    await Promise.all(broken.map((end) => end()));
    const back = await timeUntilBack();
    backs.push(back);
    const slowest = odd.longest;
    longest = longer(longest, slowest);
    const pause = `no write for ${inSeconds(load.longestPause)}, back after ${inSeconds(back)}`;
    const names = drawn.map(([what]) => what).join(" and ");
    say(`  ${round}: ${names}: ${pause}, longest answer ${inSeconds(slowest.took)} (${slowest.what})`);
  }
  await sleep(BETWEEN);
  await Promise.all([odd.end(), registers.end(), load.end()]);
  longest = longer(longest, odd.longest);
  const verdict = await judge(load, urls);
  const others = await judgeOdd(odd, urls[0] ?? "");
  const { faults } = registers;
  for (const fault of [...faults, ...odd.wrong].slice(0, 10)) say(`  ${fault}`);
  const counts = [...Object.values(verdict), ...Object.values(others), faults.length, odd.wrong.length];
  const worst = Math.max(...backs);
  isGood = counts.every((count) => count === 0) && longest.took <= MAX_ANSWER && worst <= MAX_BACK;
  const sum = ({ acknowledged, refused, doubted }: typeof load | typeof odd.uploads) =>
    `${acknowledged.length} acknowledged, ${refused.length} refused, ${doubted.length} in doubt`;
  say(`notes: ${sum(load)}; sign-ups: ${sum(odd.signUps)}; uploads: ${sum(odd.uploads)}`);
  say(
    `${JSON.stringify(verdict)} ${JSON.stringify(others)}; ${registers.operations.length} operations on registers, ${faults.length} not linearizable`,
  );
  say(`longest answer ${inSeconds(longest.took)} (${longest.what}); back after ${inSeconds(worst)} at most`);
} finally {
  await Promise.all([odd.end(), registers.end(), load.end()]);
  await system.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(isGood ? 0 : 1);

/** One fault, or two of different kinds. */
function draw(): (readonly [string, Breaking])[] {
  const groups = [Object.entries(system.nodeFaults), Object.entries(system.serverFaults)];
  const picked = groups.flatMap((faults) => faults.slice(random.below(faults.length)).slice(0, 1));
  return random.chance(2) ? picked : picked.slice(random.below(2)).slice(0, 1);
}

async function begin(breaking: Breaking): Promise<() => Promise<void>> {
  const node = random.below(urls.length);
  const begun = performance.now();
  if (breaking.takesAway) away.add(node);
  const end = await breaking.begin(node);
  return async () => {
    await end();
    if (away.delete(node)) awayFor[node] = (awayFor[node] ?? 0) + performance.now() - begun;
  };
}

/** Milliseconds until each node has acknowledged a write of its own. */
async function timeUntilBack(): Promise<number> {
  const ended = performance.now();
  await Promise.all(
    urls.map(async (url, node) => {
      for (let at = 0; (await postNote(url, `back ${backs.length} ${node} ${at} ${Math.random()}`)) !== 201; at += 1)
        await sleep(50);
    }),
  );
  return performance.now() - ended;
}

function longer(one: LongestWait, other: LongestWait): LongestWait {
  return other.took > one.took ? other : one;
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
