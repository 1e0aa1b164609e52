// How near one client's durable writes come to what the disk allows: npm run bench -- flush [options]. A bare write and flush, the
// same behind a bare listener, and a journal take short rounds by turns, since the disk's own speed changes by the second.
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { WORKLOADS, wishesOf } from "../transport/cli/bench/workloads.ts";
import { galley, TOKEN } from "./contestants.ts";
import { sizeOf } from "./data.ts";
import { KeepAliveClient, requestBytes } from "./load/keep-alive-client.ts";
import { median } from "./median.ts";
import { type Build, buildRevision, buildWorkingTree, commitOf, revisionHere } from "./run/build.ts";
import { commandLine, wholeNumber } from "./run/command-line.ts";
import { type Server, startServer } from "./run/server-process.ts";
import { withFolder } from "./run/with-folder.ts";
import { postsSubject } from "./subject.ts";

const HELP = `npm run bench -- flush [options]

  --compare REV      Another revision's journal too
  --clients NUMBER   Connections (1)
  --rounds NUMBER    Rounds of each (15)
  --requests NUMBER  Writes in a round (300)
  --help             Show this help`;

const given = commandLine(HELP, {
  compare: { type: "string" },
  clients: { type: "string", default: "1" },
  rounds: { type: "string", default: "15" },
  requests: { type: "string", default: "300" },
});
const clients = wholeNumber("clients", given.clients);
const rounds = wholeNumber("rounds", given.rounds);
const perRound = wholeNumber("requests", given.requests);

/** Rounds that are not counted: V8 compiles what a single client needs only after some thousand requests. */
const WARM_UP = 10;

/** About the record of a new post in a journal. */
const RECORD_BYTES = 1000;

interface Side {
  readonly name: string;
  readonly write: (count: number) => Promise<void> | void;
  readonly cpuSeconds: () => number | null;
  readonly stop: () => Promise<void> | void;
}

await withFolder(async (folder) => {
  const builds = [
    buildWorkingTree(),
    ...(given.compare === undefined ? [] : [await buildRevision(commitOf(given.compare))]),
  ];
  const sides = [
    bareFlush(join(folder, "bare")),
    await bareListener(join(folder, "listener")),
    ...(await Promise.all(builds.map((build) => journalOf(build, join(folder, build.name))))),
  ];
  try {
    report(sides, await measureAll(sides));
  } finally {
    for (const { stop } of sides) await stop();
  }
});

interface Measured {
  /** Microseconds for one write in each round. */
  readonly elapsed: number[];
  readonly cpu: number[];
}

async function measureAll(sides: readonly Side[]): Promise<readonly Measured[]> {
  const measured = sides.map((): Measured => ({ elapsed: [], cpu: [] }));
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const [at, { write, cpuSeconds }] of sides.entries()) {
      const [cpu, begun] = [cpuSeconds() ?? 0, performance.now()];
      await write(perRound);
      if (round < 0) continue;
      measured[at]?.elapsed.push(((performance.now() - begun) * 1000) / perRound);
      measured[at]?.cpu.push((((cpuSeconds() ?? 0) - cpu) * 1e6) / perRound);
    }
  }
  return measured;
}

/** Ratios compare rounds that directly followed each other; the median counts. */
function report(sides: readonly Side[], measured: readonly Measured[]): void {
  const [bare, listener] = measured;
  console.log(
    `${revisionHere()}, ${clients} clients, ${rounds} rounds of ${perRound}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  for (const [at, { elapsed, cpu }] of measured.entries()) {
    const rate = (1e6 / median(elapsed)).toFixed(0);
    const shares = [bare, listener].map((of) => share(of?.elapsed ?? [], elapsed));
    console.log(
      `${sides[at]?.name}: ${rate} a second, ${median(cpu).toFixed(0)} us of CPU; ${shares[0]} % of bare, ${shares[1]} % of the listener`,
    );
  }
}

function share(of: readonly number[], elapsed: readonly number[]): string {
  return (100 * median(elapsed.map((each, round) => (of[round] ?? Number.NaN) / each))).toFixed(0);
}

function bareFlush(path: string): Side {
  const file = openSync(path, "w");
  const record = Buffer.alloc(RECORD_BYTES, "r");
  return {
    name: "bare write and flush",
    write: (count) => {
      for (let written = 0; written < count; written++) {
        writeSync(file, record);
        fdatasyncSync(file);
      }
    },
    cpuSeconds: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    stop: () => closeSync(file),
  };
}

async function bareListener(file: string): Promise<Side> {
  const server = await startServer("flush-uws.ts", { file, bytes: RECORD_BYTES });
  return overHttp("the same behind uWebSockets.js", server);
}

async function journalOf(build: Build, folder: string): Promise<Side> {
  const contestant = galley(build, "", { listener: "uws", storage: "journal" });
  return overHttp(`${build.name}, journal`, await contestant.start({ size: sizeOf(1), folder, answer: "" }));
}

function overHttp(name: string, server: Server): Side {
  const client = new KeepAliveClient(server.port, clients);
  const requests = creates();
  return {
    name,
    write: (count) => client.send(Array.from({ length: count }, () => requests.next().value)),
    cpuSeconds: server.cpuSeconds,
    stop: () => {
      client.close();
      return server.stop();
    },
  };
}

/** Requests that create posts, without end. */
function* creates(): Generator<Buffer, never> {
  const workload = WORKLOADS.find(({ name }) => name === "writes");
  if (workload === undefined) throw new Error("There is no workload of writes");
  const { request } = galley({ name: "", folder: "" }, "", {});
  const bytes = wishesOf(workload, postsSubject(sizeOf(1))).flatMap((wish) => request(wish) ?? []);
  for (let at = 0; ; at = (at + 1) % bytes.length) yield requestBytes(bytes[at] as never, TOKEN);
}
