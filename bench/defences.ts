import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { figure, table } from "../transport/cli/bench/table.ts";
import type { Galley } from "../transport/galley.ts";
import type { HttpRequest } from "../transport/http/port.ts";
import { blogContent, documentId, sizeOf } from "./data.ts";
import { median } from "./median.ts";
import { buildRevision, buildWorkingTree, commitOf } from "./run/build.ts";
import { commandLine, wholeNumber } from "./run/command-line.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { BLOG } from "./schema.ts";

const HELP = `npm run bench -- defences [options]

  --rounds N         Batches of each question (100)
  --revision REV     Another revision to compare with
  --help             Show this help`;

const given = commandLine(HELP, { rounds: { type: "string", default: "100" }, revision: { type: "string" } });
const rounds = wholeNumber("rounds", given.rounds);
const revision = given.revision === undefined ? null : commitOf(given.revision);

const POSTS = 10_000;
const TOKEN = "token-of-the-benchmark";
const BEYOND = 1_000_000_000;

/** Limits raised until nothing reaches them, or turned off where possible; counting towards them still takes place. */
const NO_DEFENCES = {
  queryLimits: {
    length: BEYOND,
    parameters: BEYOND,
    nameLength: BEYOND,
    depth: 1000,
    listValues: BEYOND,
    sortKeys: BEYOND,
    branches: BEYOND,
    work: BEYOND,
  },
  jsonLimits: { depth: 1000, values: BEYOND, keys: BEYOND, reservedKeys: "keep" },
  maxEventLoopDelay: 0,
  rateLimit: { failures: BEYOND },
} as const;

interface Question {
  readonly name: string;
  /** Requests per batch, chosen so that a batch takes some tens of milliseconds. */
  readonly batch: number;
  readonly ask: (at: number) => HttpRequest;
}

const post = (at: number): string => documentId("p", (at * 7919) % POSTS);

const QUESTIONS: readonly Question[] = [
  { name: "by id", batch: 5000, ask: (at) => get(`/api/posts/${post(at)}`) },
  { name: "by id, with a token", batch: 5000, ask: (at) => get(`/api/posts/${post(at)}`, "", TOKEN) },
  {
    name: "filtered list",
    batch: 1000,
    ask: (at) =>
      get(
        "/api/posts",
        `filters%5Bviews%5D%5B%24gt%5D=${(at * 37) % 1000}&filters%5Bfeatured%5D%5B%24eq%5D=true&sort=rating%3Adesc&populate=author`,
      ),
  },
  {
    name: "update",
    batch: 1000,
    ask: (at) => ({
      ...get(`/api/posts/${post(at)}`, "", TOKEN),
      method: "PUT",
      body: Buffer.from(JSON.stringify({ data: { title: `Title ${at}`, views: at % 1000 } })),
    }),
  },
];

console.log(machineLines(describeMachine()).join("\n"));
const here = buildWorkingTree().folder;
const before = revision === null ? null : (await buildRevision(revision)).folder;
const defended = await open(here);
const others = {
  "defences off": await open(here, NO_DEFENCES),
  ...(before !== null && { [`revision ${revision}`]: await open(before) }),
};

const rows: string[][] = [];
for (const [name, other] of Object.entries(others)) {
  for (const question of QUESTIONS)
    rows.push([`${question.name}, against ${name}`, ...(await compare(other, question))]);
}
console.log(`\n${table(["processor time of an answer, µs", "defaults", "other", "median ratio", "quartiles"], rows)}`);
process.exit(0);

/** Caches are off, and the pipeline is called without a socket, whose cost would hide all others. */
async function open(folder: string, options: object = {}): Promise<Galley> {
  const { createGalley }: typeof import("../transport/galley.ts") = await import(
    pathToFileURL(join(folder, "transport/galley.js")).href
  );
  const galley = await createGalley({
    schema: BLOG,
    roles: { public: { "*": ["find", "findOne"] } },
    tokens: [{ name: "bench", token: TOKEN, access: "full-access" }],
    keepRequests: 0,
    cacheBytes: 0,
    ...options,
  });
  galley.engine.restore({ ...blogContent(sizeOf(POSTS)), number: 0 });
  return galley;
}

/** Alternates batches, so that both builds run under the same conditions. */
async function compare(other: Galley, question: Question): Promise<string[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = -5; round < rounds; round++) {
    const first = round * question.batch + 5 * question.batch;
    const isOursFirst = round % 2 === 0;
    if (!isOursFirst) theirs.push(await spend(other, question, first));
    ours.push(await spend(defended, question, first));
    if (isOursFirst) theirs.push(await spend(other, question, first));
  }
  const [mine, its] = [ours.slice(5), theirs.slice(5)];
  const ratios = mine.map((cpu, at) => cpu / (its[at] ?? Number.NaN)).sort((one, another) => one - another);
  const at = (share: number): string => (ratios[Math.floor(ratios.length * share)] ?? Number.NaN).toFixed(3);
  return [figure(median(mine)), figure(median(its)), at(0.5), `${at(0.25)} to ${at(0.75)}`];
}

/** Microseconds per answer in a batch. */
async function spend(galley: Galley, { batch, ask }: Question, first: number): Promise<number> {
  const requests = Array.from({ length: batch }, (_, at) => ask(first + at));
  const begun = process.cpuUsage();
  for (const request of requests) {
    const { status } = await galley.handler(request);
    if (status !== 200) throw new Error(`${request.method} ${request.path}?${request.query}: answered ${status}`);
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / batch;
}

function get(path: string, query = "", token?: string): HttpRequest {
  const headers: ReadonlyMap<string, string> = new Map([
    ["content-type", "application/json"],
    ...(token === undefined ? [] : [["authorization", `Bearer ${token}`] as const]),
  ]);
  return {
    method: "GET",
    path,
    query,
    header: (name) => headers.get(name),
    allHeaders: () => headers,
    body: null,
    remoteAddress: "127.0.0.1",
  };
}
