import { writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { resolve } from "node:path";
import { reasonOf } from "../../../storage/internal.ts";
import { BenchError } from "../bench/bench-error.ts";
import { cleanUp } from "../bench/clean-up.ts";
import { type Discovered, discover } from "../bench/discover.ts";
import type { HttpRequest } from "../bench/http-request.ts";
import { nodeLoad, type SeenLoad } from "../bench/node-load.ts";
import { Requests } from "../bench/requests.ts";
import type { Site } from "../bench/site.ts";
import { figure, table } from "../bench/table.ts";
import { CLIENTS, WORKLOADS, type Workload } from "../bench/workloads.ts";
import type { Environment } from "../command.ts";
import { type Arguments, UsageError } from "../usage/usage.ts";

/** `galley bench URL`: measures a server from outside. Exit code 1 if it answered with errors. */
export async function bench(args: Arguments, environment: Environment): Promise<number> {
  const site = siteOf(args, environment);
  const seconds = numberOf(args, "duration", 5);
  const clients = args.text("clients") === undefined ? null : numberOf(args, "clients", 1);
  const file = args.text("from");
  if (file !== undefined) return benchRecorded(args, site, file, { seconds, clients: clients ?? CLIENTS });
  const wanted = workloadsOf(args);
  const found = await discover(site);
  process.stdout.write(`${heading(site, found).join("\n")}\n\n`);

  const results: Result[] = [];
  const requests = new Requests(found);
  try {
    for (const [at, workload] of wanted.entries()) {
      print(`[${at + 1}/${wanted.length}] ${workload.name}: ${workload.about}`);
      const next = requests.of(workload);
      if (next === null) continue;
      const load = await measure(site, next, clients ?? workload.clients, seconds);
      results.push({ workload: workload.name, ...load });
    }
    print("");
    await tell(args, site, seconds, results);
  } finally {
    if (wanted.some(({ writes }) => writes)) {
      print("deleting what was created");
      await cleanUp(site, found.subject);
      print("");
    }
  }
  return results.some(({ failures }) => failures > 0) ? 1 : 0;
}

/** Measures the reads of a file, in their order, over and over. */
async function benchRecorded(
  args: Arguments,
  site: Site,
  file: string,
  { seconds, clients }: { readonly seconds: number; readonly clients: number },
): Promise<number> {
  const strange = ["workload", "type", "writes"].find((flag) => args.isOn(flag) || args.text(flag) !== undefined);
  if (strange !== undefined) throw new UsageError(`--from sends the reads of a file: leave out --${strange}`);
  const { recorded } = await import("../bench/recorded.ts");
  const { requests, skipped } = await recorded(resolve(file), site.prefix);
  const left = [...skipped].map(([why, count]) => `not asked: ${why} (${count})\n`);
  const about = `${site.origin}${site.prefix}, asked the ${requests.length} reads of ${file}`;
  process.stdout.write(`${about}\n${LOADED_BY}\n${left.join("")}\n`);
  print(`${requests.length} reads of ${file}`);
  let at = 0;
  const next = () => requests[at++ % requests.length] as HttpRequest;
  const result = { workload: "recorded", ...(await measure(site, next, clients, seconds)) };
  print("");
  await tell(args, { ...site, path: site.prefix }, seconds, [result]);
  return result.failures > 0 ? 1 : 0;
}

async function tell(args: Arguments, site: Site, seconds: number, results: readonly Result[]): Promise<void> {
  process.stdout.write(`${resultTable(results)}\n${failuresOf(results)}`);
  const file = args.text("json");
  if (file !== undefined) await save(file, site, seconds, results);
}

interface Result extends SeenLoad {
  readonly workload: string;
}

function siteOf(args: Arguments, environment: Environment): Site {
  const [text] = args.operands;
  if (text === undefined) throw new UsageError("bench needs to know whom to ask: bench http://127.0.0.1:1337");
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${text} is not a URL: it starts with http:// or https://`);
  }
  const prefix = url.pathname === "/" ? "/api" : url.pathname.replace(/(?<!\/)\/+$/, "");
  const token = args.text("token") ?? (environment.GALLEY_TOKEN || null);
  return { origin: url.origin, prefix, path: `${prefix}/${encodeURIComponent(args.text("type") ?? "posts")}`, token };
}

function workloadsOf(args: Arguments): readonly Workload[] {
  const name = args.text("workload");
  const writes = args.isOn("writes");
  const wanted = WORKLOADS.filter((each) => (name === undefined ? writes || !each.writes : each.name === name));
  if (wanted.some((each) => each.writes) && !writes) throw new UsageError(`${name} creates documents: add --writes`);
  return wanted;
}

function numberOf(args: Arguments, flag: string, otherwise: number): number {
  const text = args.text(flag);
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (!(number > 0 && number <= 3600)) throw new UsageError(`--${flag} must be a number above 0 and up to 3600`);
  return flag === "clients" ? Math.ceil(number) : number;
}

function heading({ origin, path }: Site, { subject }: Discovered): readonly string[] {
  const { number, text, flag, populate, links } = subject;
  const asked = [number.field, text?.field, flag, ...links.map(({ relation, field }) => `${relation}.${field}`)];
  return [
    `${origin}${path}, asked by ${asked.filter((field) => field != null).join(", ")}${populate.length > 0 ? `, populating ${populate.join(", ")}` : ""}`,
    LOADED_BY,
  ];
}

const LOADED_BY = `load by node:http of Node ${process.version} on ${cpus()[0]?.model.trim() ?? "unknown"}, ${availableParallelism()} cores`;

async function measure(
  { origin, token }: Site,
  next: () => HttpRequest,
  clients: number,
  seconds: number,
): Promise<SeenLoad> {
  await nodeLoad({ origin, token, clients, seconds: seconds / 5 }, next);
  return nodeLoad({ origin, token, clients, seconds }, next);
}

function resultTable(results: readonly Result[]): string {
  const rows = results.map(({ workload, rate, p50, p99, bytes, failures }) => [
    workload,
    ...[rate, p50, p99, bytes].map(figure),
    String(failures),
  ]);
  return table(["", "answers/s", "p50 ms", "p99 ms", "bytes", "failed"], rows);
}

/** One line per workload with failed requests; empty if there are none. */
function failuresOf(results: readonly Result[]): string {
  const lines = results.flatMap(({ workload, failures, answers, firstFailure }) =>
    firstFailure === null ? [] : `${workload}: ${failures} of ${answers} failed, the first by ${firstFailure}\n`,
  );
  return lines.length === 0 ? "" : `\n${lines.join("")}`;
}

async function save(file: string, site: Site, seconds: number, results: readonly Result[]): Promise<void> {
  const { origin, path } = site;
  const about = { at: new Date().toISOString(), url: origin + path, seconds, node: process.version };
  try {
    await writeFile(file, `${JSON.stringify({ ...about, cpu: cpus()[0]?.model.trim(), results }, null, 2)}\n`);
  } catch (error) {
    throw new BenchError(reasonOf(error));
  }
}

/** One line on the terminal that is overwritten; nothing if stderr is not a terminal. */
function print(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}
