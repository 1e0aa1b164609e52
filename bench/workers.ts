// The cost of sharing a journal among workers, in CPU time per answer. One process, two workers and the given number
// take turns in each round, so that all of them have the same neighbours; the ratios are of one run. Reads are by id,
// writes create a small entry.
//
// The model: a read costs its process r. A write costs the owner o, the worker that decides it d, and each of the other
// workers f, which follow it. N cores are then used up by R reads and W writes a second when R r + W (o + d + (N - 1) f) = N.
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import type { HttpRequest } from "../transport/cli/bench/http-request.ts";
import { chooseGenerator } from "./load/choose.ts";
import { median } from "./median.ts";
import { commandLine, secondsIn, wholeNumber } from "./run/command-line.ts";
import { cpuSecondsOf } from "./run/server-process.ts";
import { withFolder } from "./run/with-folder.ts";

const HELP = `npm run bench -- workers [options]

Measures the CPU time of reads and of writes by one process and by workers over one journal. Run npm run build before.

  --workers NUMBER   Most workers; two are measured besides (3)
  --rounds NUMBER    Rounds of each (3)
  --duration SECONDS How long reads and writes are measured in a round (2)
  --clients NUMBER   Connections (64)
  --warm-up NUMBER   Answers of each process that are not measured (20000)
  --build FOLDER     The build to run (dist)
  --help             Show this help`;

const given = commandLine(HELP, {
  workers: { type: "string", default: "3" },
  rounds: { type: "string", default: "3" },
  duration: { type: "string", default: "2" },
  clients: { type: "string", default: "64" },
  "warm-up": { type: "string", default: "20000" },
  build: { type: "string", default: "dist" },
});
const MOST = wholeNumber("workers", given.workers);
const ROUNDS = wholeNumber("rounds", given.rounds);
const SECONDS = secondsIn("duration", given.duration);
const CLIENTS = wholeNumber("clients", given.clients);
/** These fill caches, and have code compiled: on a busy machine a number of seconds does not. */
const WARM_UP = wholeNumber("warm-up", given["warm-up"]);
const PROGRAM = resolve(given.build, "transport/cli/main.js");
const COUNTS = [...new Set([1, 2, MOST])];
const TODOS = 100;

/** Microseconds of CPU time per answer. */
interface Cost {
  readonly read: number;
  /** Of the process that owns the journal; 0 where that is the only one. */
  readonly owned: number;
  /** Of all processes that answer. */
  readonly written: number;
  readonly reads: number;
  readonly writes: number;
}

const generator = chooseGenerator();
const READ: readonly HttpRequest[] = Array.from({ length: TODOS }, (_, at) => ({
  method: "GET",
  path: `/todos/${at + 1}`,
  body: "",
}));
const WRITE: readonly HttpRequest[] = [{ method: "POST", path: "/todos", body: '{"title":"a todo of the bench"}' }];

const costs = new Map<number, Cost[]>(COUNTS.map((count) => [count, []]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const count of COUNTS) costs.get(count)?.push(await withFolder((folder) => measure(folder, count)));
}
report(new Map(COUNTS.map((count) => [count, medians(costs.get(count) ?? [])])));

async function measure(folder: string, count: number): Promise<Cost> {
  const server = await serve(folder, count);
  try {
    for (const { path } of READ) await created(server.origin, path);
    const load = (requests: readonly HttpRequest[], seconds = SECONDS) =>
      generator.run({ origin: server.origin, clients: CLIENTS, seconds, token: null, requests });
    const warmUp = async (requests: readonly HttpRequest[]) => {
      for (let left = count * WARM_UP; left > 0; ) left -= (await load(requests, 1)).answers;
    };
    await warmUp(READ);
    const read = await timed(server, () => load(READ));
    await warmUp(WRITE);
    const written = await timed(server, () => load(WRITE));
    return {
      read: read.owner + read.workers,
      owned: count === 1 ? 0 : written.owner,
      written: count === 1 ? written.owner : written.workers,
      reads: read.rate,
      writes: written.rate,
    };
  } finally {
    await server.stop();
  }
}

async function created(origin: string, path: string): Promise<void> {
  const response = await fetch(`${origin}/todos`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ title: `the todo at ${path}` }),
  });
  if (response.status !== 201) throw new Error(`${path} could not be made: ${response.status}`);
}

/** CPU time of the first process and of all others, per answer, while a load runs. */
async function timed(server: Running, run: () => Promise<{ answers: number; failures: number; rate: number }>) {
  const before = server.cpu();
  const { answers, failures, rate } = await run();
  if (failures > 0) throw new Error(`${failures} of ${answers} requests failed`);
  const after = server.cpu();
  const each = (part: "owner" | "workers") => ((after[part] - before[part]) * 1_000_000) / answers;
  return { owner: each("owner"), workers: each("workers"), rate };
}

interface Running {
  readonly origin: string;
  cpu(): { readonly owner: number; readonly workers: number };
  stop(): Promise<void>;
}

async function serve(folder: string, count: number): Promise<Running> {
  // A quick machine makes more than the usual limit.
  await writeFile(join(folder, "galley.config.json"), JSON.stringify({ todo: { maxTodos: 100_000_000 } }));
  const args = [PROGRAM, "serve", "--port", "0", "--data", join(folder, "data"), "--log-level", "error"];
  const child = spawn(process.execPath, [...args, "--workers", String(count)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const kill = () => child.kill("SIGKILL");
  // A running program must not outlive the benchmark.
  process.once("exit", kill);
  const ended = new Promise<void>((done) => {
    child.once("close", () => {
      process.off("exit", kill);
      done();
    });
  });
  const stop = () => {
    kill();
    return ended;
  };
  let out = "";
  return new Promise((listening, reject) => {
    child.once("close", () => reject(new Error(`galley ended before it listened:\n${out}`)));
    child.stdout?.on("data", (text) => {
      out += text;
      const origin = /http:\/\/[\d.:a-z]+/.exec(out)?.[0];
      if (origin !== undefined) listening({ origin, cpu: () => cpuOf(child), stop });
    });
  });
}

function cpuOf({ pid = 0 }: ChildProcess) {
  const workers = readdirSync("/proc")
    .map(Number)
    .filter((each) => parentOf(each) === pid);
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + (cpuSecondsOf(each) ?? 0), 0);
  return { owner: sum([pid]), workers: sum(workers) };
}

/** Null for an id of no process, or of one that has ended. */
function parentOf(pid: number): number | null {
  if (!Number.isInteger(pid)) return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}

function medians(all: readonly Cost[]): Cost {
  const of = (part: keyof Cost) => median(all.map((each) => each[part]));
  return { read: of("read"), owned: of("owned"), written: of("written"), reads: of("reads"), writes: of("writes") };
}

function report(costs: ReadonlyMap<number, Cost>): void {
  const [one, two, most] = [1, 2, MOST].map((count) => costs.get(count));
  if (one === undefined || two === undefined || most === undefined) return;
  print(
    `${generator.name}, ${CLIENTS} clients, ${ROUNDS} rounds of ${SECONDS} s, medians; load ${loadavg()[0]?.toFixed(1)}`,
  );
  for (const [count, { read, owned, written, reads, writes }] of costs) {
    const ratio = (read / one.read).toFixed(2);
    const all = owned + written;
    print(
      `${count === 1 ? "one process" : `${count} workers`}: ${read.toFixed(1)} us a read (${ratio} of one process), ` +
        `${all.toFixed(1)} us a write (${(all / (one.owned + one.written)).toFixed(2)}; owner ${owned.toFixed(1)}, workers ` +
        `${written.toFixed(1)}); ${reads.toFixed(0)} reads/s, ${writes.toFixed(0)} writes/s`,
    );
  }
  const f = MOST > 2 ? Math.max(0, (most.written - two.written) / (MOST - 2)) : two.written / 2;
  const d = two.written - f;
  const r = most.read;
  const [o] = [two.owned];
  print(`model: r ${r.toFixed(1)}, o ${o.toFixed(1)}, d ${d.toFixed(1)}, f ${f.toFixed(1)} us`);
  for (const share of [0, 0.05, 0.2, 1]) {
    const alone = 1 / ((1 - share) * one.read + share * one.written);
    const rates = [2, 4, 8, 16].map((n) => {
      const mean = (1 - share) * r + share * (o + d + (n - 1) * f);
      return `${n}: ${(n / mean / alone).toFixed(1)}`;
    });
    print(
      `${(100 * share).toFixed(0)} % writes: requests a second as a multiple of one process, by cores: ${rates.join(", ")}`,
    );
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
