// Three galleys as processes of their own over a pair of real PostgreSQL servers, under load over HTTP, while one thing after
// the other fails: npm run check -- failover:http [node=20 primary=10 pause=5 partition=5 standby=5 full=2]. Fails where an
// acknowledged write is lost or there twice, a refused one is there, the nodes differ, a living node does not answer a read, or
// what clients saw who read the latest is not linearizable. A full disk is one in memory, which only root can make.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PostgresPair } from "../support/peers/postgres-pair.ts";
import { TcpLink } from "../support/peers/tcp-link.ts";
import { ClusterNodes } from "../support/servers/cluster-nodes.ts";
import { judge, NoteLoad } from "../support/storage/note-load.ts";
import { RegisterLoad } from "../support/storage/register-load.ts";

const NODES = 3;
const CLIENTS = 4;
/** Milliseconds. */
const PAUSE = 15_000;
const PARTITION = 10_000;
const WITHOUT_STANDBY = 5_000;
const FULL = 5_000;
const BETWEEN = 1_000;
/** Of the disk that both servers share, where one is to be full. */
const MEGABYTES = 1_024;
const REGISTERS = 8;

const counts = { node: 20, primary: 10, pause: 5, partition: 5, standby: 5, full: isRoot() ? 2 : 0 };
type Fault = keyof typeof counts;
for (const argument of process.argv.slice(2)) {
  const [name = "", count = ""] = argument.split("=");
  if (!Object.hasOwn(counts, name)) throw new Error(`There is no fault ${name}`);
  counts[name as Fault] = Number(count);
}

const pair = await PostgresPair.start(counts.full > 0 ? { megabytes: MEGABYTES } : {});
/** By node and server. */
const links = await Promise.all(
  Array.from({ length: NODES }, () => Promise.all(pair.ports.map((port) => TcpLink.to(port)))),
);
const places = links.map(
  (ways) => `postgres://galley@${ways.map(({ port }) => `127.0.0.1:${port}`).join(",")}/postgres`,
);
const folder = await mkdtemp(join(tmpdir(), "galley-cluster-"));
const nodes = await ClusterNodes.start({ folder, places, config: { cluster: { maxStaleness: 0 } } });
const away = new Set<number>();

/** Each client stays with its node while that is there. */
function urlOf(client: number): string {
  for (let at = client; ; at += 1) if (!away.has(at % NODES)) return nodes.url(at % NODES);
}

const faults: { readonly [F in Fault]: (round: number) => Promise<void> } = {
  node: async (round) => {
    const node = round % NODES;
    away.add(node);
    await nodes.kill(node);
    await sleep(BETWEEN);
    await nodes.start(node);
    away.delete(node);
  },
  primary: async () => {
    const promoted = await pair.failOver();
    await written(load, 50);
    say(`promoted in ${seconds(promoted)}, no write for ${seconds(load.longestPause)} at most`);
    await pair.follow();
  },
  pause: async () => {
    const goOn = pair.pausePrimary();
    await sleep(PAUSE);
    goOn();
    await written(load, 50);
    say(`no write for ${seconds(load.longestPause)} at most`);
  },
  partition: async (round) => {
    for (const link of links[round % NODES] ?? []) link.cut();
    await sleep(PARTITION);
    for (const link of links[round % NODES] ?? []) link.mend();
    await written(load, 50);
    say(`no write anywhere for ${seconds(load.longestPause)} at most`);
  },
  standby: async () => {
    await pair.killStandby();
    await sleep(WITHOUT_STANDBY);
    await pair.startStandby();
    await written(load, 50);
    say(`no write for ${seconds(load.longestPause)} at most`);
  },
  full: async () => {
    const { length: refused } = load.refused;
    const makeRoom = await pair.fill();
    await sleep(FULL);
    await makeRoom();
    await written(load, 50);
    say(`${load.refused.length - refused} refused, no write for ${seconds(load.longestPause)} at most`);
  },
};

function isRoot(): boolean {
  return userInfo().uid === 0;
}

function say(text: string): void {
  process.stdout.write(`  ${text}\n`);
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

async function written(load: NoteLoad, count: number): Promise<void> {
  const before = load.acknowledged.length;
  while (load.acknowledged.length < before + count) await sleep(20);
}

let isGood = false;
const load = new NoteLoad({ url: urlOf, writers: NODES * CLIENTS, readers: NODES });
/** Whose clients ask any node, each time. */
const registers = await RegisterLoad.start({
  url: () => urlOf(Math.floor(Math.random() * NODES)),
  registers: REGISTERS,
  writers: NODES,
  readers: NODES,
  position: "latest",
});
try {
  for (const [name, fault] of Object.entries(faults) as [Fault, (typeof faults)[Fault]][]) {
    for (let round = 0; round < counts[name]; round += 1) {
      await sleep(BETWEEN);
      load.longestPause = 0;
      process.stdout.write(`${name} ${round + 1} of ${counts[name]}\n`);
      await fault(round);
    }
  }
  await sleep(BETWEEN);
  await registers.end();
  await load.end();
  const { faults: orders } = registers;
  for (const fault of orders.slice(0, 10)) say(fault);
  const verdict = await judge(
    load,
    nodes.ports.map((_, node) => nodes.url(node)),
  );
  const reads = Object.fromEntries(load.reads);
  // Those that were under way at a node when it was killed get no answer.
  const { 200: answered = 0, 0: unanswered = 0, ...others } = reads;
  isGood = Object.values(verdict).every((count) => count === 0);
  isGood &&= orders.length === 0;
  isGood &&= Object.keys(others).length === 0 && unanswered <= counts.node * NODES;
  process.stdout.write(
    `${load.acknowledged.length} acknowledged, ${load.refused.length} refused, ${load.doubted.length} in doubt; ` +
      `${JSON.stringify(verdict)}; reads: ${answered} answered, ${unanswered} cut off, others ${JSON.stringify(others)}; ` +
      `${registers.operations.length} operations on ${REGISTERS} registers, ${orders.length} not linearizable\n`,
  );
} finally {
  await registers.end();
  await load.end();
  await nodes.close();
  for (const link of links.flat()) link.close();
  await pair.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);
