import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { HttpRequest } from "../../transport/cli/bench/http-request.ts";
import type { LoadGenerator } from "../../transport/cli/bench/load.ts";
import { chooseGenerator } from "../http/load/generators.ts";
import { byTurns } from "../run/by-turns.ts";
import { load } from "../run/machine.ts";
import { cpuSecondsOf, type Server, startProgram } from "../run/server-process.ts";
import { median } from "../run/statistics.ts";
import { withFolder } from "../run/with-folder.ts";

export interface WorkersOptions {
  /** The most; two are measured besides. */
  readonly workers: number;
  readonly rounds: number;
  /** Seconds of reads, and of writes, in a round. */
  readonly duration: number;
  readonly clients: number;
  /**
   * Answers of each process that are not measured: these fill caches, and have code compiled. On a busy machine a number of
   * seconds does not.
   */
  readonly warmUp: number;
  /** Folder of the build to run. */
  readonly build: string;
}

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

const READ: readonly HttpRequest[] = Array.from({ length: 100 }, (_, at) => ({
  method: "GET",
  path: `/todos/${at + 1}`,
  body: "",
}));
const WRITE: readonly HttpRequest[] = [{ method: "POST", path: "/todos", body: '{"title":"a todo of the bench"}' }];

/**
 * Prints the cost of sharing a journal among workers, in CPU time per answer. One process, two workers and the given number
 * take turns in each round, so that all of them have the same neighbours; the ratios are of one run. Reads are by id, writes
 * create a small entry.
 *
 * The model: a read costs its process r. A write costs the owner o, the worker that decides it d, and each of the other
 * workers f, which follow it. N cores are then used up by R reads and W writes a second when R r + W (o + d + (N - 1) f) = N.
 */
export async function measureWorkers(options: WorkersOptions): Promise<void> {
  const generator = chooseGenerator();
  const counts = [...new Set([1, 2, options.workers])];
  const costs = await byTurns(counts, { rounds: options.rounds }, (count) =>
    withFolder((folder) => measure(folder, count, generator, options)),
  );
  const { clients, rounds, duration } = options;
  console.log(`${generator.name}, ${clients} clients, ${rounds} rounds of ${duration} s, medians; load ${load()}`);
  report(options.workers, new Map(counts.map((count, at) => [count, medians(costs[at] ?? [])])));
}

async function measure(
  folder: string,
  count: number,
  generator: LoadGenerator,
  { build, clients, duration, warmUp: answers }: WorkersOptions,
): Promise<Cost> {
  const server = await serve(folder, build, count);
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    for (const { path } of READ) await created(origin, path);
    const load = (requests: readonly HttpRequest[], seconds = duration) =>
      generator.run({ origin, clients, seconds, token: null, requests });
    const warmUp = async (requests: readonly HttpRequest[]) => {
      for (let left = count * answers; left > 0; ) left -= (await load(requests, 1)).answers;
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
async function timed(server: Server, run: () => Promise<{ answers: number; failures: number; rate: number }>) {
  const before = cpuOf(server);
  const { answers, failures, rate } = await run();
  if (failures > 0) throw new Error(`${failures} of ${answers} requests failed`);
  const after = cpuOf(server);
  const each = (part: "owner" | "workers") => ((after[part] - before[part]) * 1_000_000) / answers;
  return { owner: each("owner"), workers: each("workers"), rate };
}

async function serve(folder: string, build: string, count: number): Promise<Server> {
  // A quick machine makes more than the usual limit.
  await writeFile(join(folder, "galley.config.json"), JSON.stringify({ todo: { maxTodos: 100_000_000 } }));
  const program = [resolve(build, "transport/cli/main.js"), "serve", "--port", "0", "--data", join(folder, "data")];
  const args = [...program, "--log-level", "error", "--workers", String(count)];
  return startProgram(args, { folder, core: null, isAsked: false, portIn: /http:\/\/[\d.a-z]+:(\d+)\D/ });
}

function cpuOf({ pid }: Server) {
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

function report(workers: number, costs: ReadonlyMap<number, Cost>): void {
  const [one, two, most] = [1, 2, workers].map((count) => costs.get(count));
  if (one === undefined || two === undefined || most === undefined) return;
  for (const [count, { read, owned, written, reads, writes }] of costs) {
    const ratio = (read / one.read).toFixed(2);
    const all = owned + written;
    console.log(
      `${count === 1 ? "one process" : `${count} workers`}: ${read.toFixed(1)} us a read (${ratio} of one process), ` +
        `${all.toFixed(1)} us a write (${(all / (one.owned + one.written)).toFixed(2)}; owner ${owned.toFixed(1)}, workers ` +
        `${written.toFixed(1)}); ${reads.toFixed(0)} reads/s, ${writes.toFixed(0)} writes/s`,
    );
  }
  const f = workers > 2 ? Math.max(0, (most.written - two.written) / (workers - 2)) : two.written / 2;
  const d = two.written - f;
  const r = most.read;
  const o = two.owned;
  console.log(`model: r ${r.toFixed(1)}, o ${o.toFixed(1)}, d ${d.toFixed(1)}, f ${f.toFixed(1)} us`);
  for (const share of [0, 0.05, 0.2, 1]) {
    const alone = 1 / ((1 - share) * one.read + share * one.written);
    const rates = [2, 4, 8, 16].map((n) => {
      const mean = (1 - share) * r + share * (o + d + (n - 1) * f);
      return `${n}: ${(n / mean / alone).toFixed(1)}`;
    });
    console.log(
      `${(100 * share).toFixed(0)} % writes: requests a second as a multiple of one process, by cores: ${rates.join(", ")}`,
    );
  }
}
