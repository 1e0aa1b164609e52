import { writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { BenchError } from "./bench/bench-error.ts";
import { type Discovered, discover, MARK } from "./bench/discover.ts";
import type { Load } from "./bench/load.ts";
import { NODE_LOAD } from "./bench/node-load.ts";
import { restRequest } from "./bench/rest.ts";
import { readPage, remove, type Site } from "./bench/site.ts";
import { figure, table } from "./bench/table.ts";
import { WORKLOADS, type Workload, wishesOf } from "./bench/workloads.ts";
import type { Environment } from "./run.ts";
import { type Arguments, UsageError } from "./usage.ts";

/** `galley bench URL`: measures a server from outside. Exit code 1 where it answered with errors. */
export async function bench(args: Arguments, environment: Environment): Promise<number> {
  const site = siteOf(args, environment);
  const wanted = workloadsOf(args);
  const seconds = numberOf(args, "duration", 5);
  const clients = args.text("clients") === undefined ? null : numberOf(args, "clients", 1);
  const found = await discover(site);
  process.stdout.write(`${heading(site, found).join("\n")}\n\n`);

  const results: Result[] = [];
  try {
    for (const [at, workload] of wanted.entries()) {
      tell(`[${at + 1}/${wanted.length}] ${workload.name}: ${workload.about}`);
      const load = await measure(site, found, workload, clients ?? workload.clients, seconds);
      if (load !== null) results.push({ workload: workload.name, ...load });
    }
  } finally {
    if (wanted.some(({ writes }) => writes)) await cleanUp(site, found);
    tell("");
  }
  process.stdout.write(`${resultTable(results)}\n`);
  const file = args.text("json");
  if (file !== undefined) await save(file, site, seconds, results);
  return results.some(({ failures }) => failures > 0) ? 1 : 0;
}

interface Result extends Load {
  readonly workload: string;
}

function siteOf(args: Arguments, environment: Environment): Site {
  const [text] = args.operands;
  if (text === undefined) throw new UsageError("bench needs to know whom to ask: bench http://127.0.0.1:1337");
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${text} is not a URL: it starts with http:// or https://`);
  }
  const prefix = url.pathname === "/" ? "/api" : url.pathname.replace(/\/+$/, "");
  const token = args.text("token") ?? (environment.GALLEY_TOKEN || null);
  return { origin: url.origin, path: `${prefix}/${encodeURIComponent(args.text("type") ?? "posts")}`, token };
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
    `load by ${NODE_LOAD.name} of Node ${process.version} on ${cpus()[0]?.model.trim() ?? "unknown"}, ${availableParallelism()} cores`,
  ];
}

/** Null: the content type has nothing that could be asked like this. */
async function measure(
  site: Site,
  { subject, place }: Discovered,
  workload: Workload,
  clients: number,
  seconds: number,
): Promise<Load | null> {
  const requests = wishesOf(workload, subject).map((wish) => restRequest(wish, place));
  if (requests.length === 0) return null;
  const { origin, token } = site;
  await NODE_LOAD.run({ origin, token, requests, clients, seconds: seconds / 5 });
  // Whatever the warm-up has created must not be created once more where values are unique.
  const rest = workload.writes ? requests.slice(requests.length >> 1) : requests;
  return NODE_LOAD.run({ origin, token, requests: rest, clients, seconds });
}

/** Deletes what was created; it is known by the mark in its text. */
async function cleanUp(site: Site, { subject }: Discovered): Promise<void> {
  if (subject.text === null) return;
  const made = `filters[${subject.text.field}][$startsWith]=${encodeURIComponent(MARK)}&pagination[pageSize]=100`;
  for (;;) {
    const entries = await readPage(site, made);
    if (entries.length === 0) return;
    tell("deleting what was created");
    for (const { documentId } of entries) await remove(site, String(documentId));
  }
}

function resultTable(results: readonly Result[]): string {
  const rows = results.map(({ workload, rate, p50, p99, bytes, failures }) => [
    workload,
    ...[rate, p50, p99, bytes].map(figure),
    String(failures),
  ]);
  return table(["", "answers/s", "p50 ms", "p99 ms", "bytes", "failed"], rows);
}

async function save(file: string, site: Site, seconds: number, results: readonly Result[]): Promise<void> {
  const { origin, path } = site;
  const about = { at: new Date().toISOString(), url: origin + path, seconds, node: process.version };
  try {
    await writeFile(file, `${JSON.stringify({ ...about, cpu: cpus()[0]?.model.trim(), results }, null, 2)}\n`);
  } catch (error) {
    throw new BenchError(error instanceof Error ? error.message : String(error));
  }
}

/** One line on the terminal that is written over; nothing where nobody watches. */
function tell(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}
