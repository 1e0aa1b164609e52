import { requestOf } from "../../test/support/requests/request-of.ts";
import { figure } from "../../transport/cli/bench/table.ts";
import type { Galley } from "../../transport/galley.ts";
import type { HttpRequest } from "../../transport/http/port.ts";
import { documentId } from "../content/data.ts";
import { openBlog } from "../content/open-blog.ts";
import { TOKEN } from "../http/contestant.ts";
import { buildRevision, buildWorkingTree } from "../run/build.ts";
import { byTurns } from "../run/by-turns.ts";
import { importBuild } from "../run/import-build.ts";
import { cpuMicros } from "../run/processor-time.ts";
import { tableOf } from "../run/report.ts";
import { median, quantile } from "../run/statistics.ts";

const POSTS = 10_000;
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
  { name: "by id, with a token", batch: 5000, ask: (at) => get(`/api/posts/${post(at)}`, TOKEN) },
  {
    name: "filtered list",
    batch: 1000,
    ask: (at) =>
      get(
        `/api/posts?filters%5Bviews%5D%5B%24gt%5D=${(at * 37) % 1000}&filters%5Bfeatured%5D%5B%24eq%5D=true&sort=rating%3Adesc&populate=author`,
      ),
  },
  {
    name: "update",
    batch: 1000,
    ask: (at) =>
      requestOf({
        method: "PUT",
        target: `/api/posts/${post(at)}`,
        headers: headersOf(TOKEN),
        body: JSON.stringify({ data: { title: `Title ${at}`, views: at % 1000 } }),
      }),
  },
];

interface Compared {
  readonly name: string;
  /** Microseconds of an answer in the batches, by the defaults and by the other. */
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

/** Prints the CPU time of an answer with the limits as they are, and without them or by another revision. */
export async function measureLimits(batches: number, revision: string | null): Promise<void> {
  const here = buildWorkingTree().folder;
  const before = revision === null ? null : (await buildRevision(revision)).folder;
  const defended = await open(here);
  const others = {
    "defences off": await open(here, NO_DEFENCES),
    ...(before !== null && { [`revision ${revision}`]: await open(before) }),
  };
  const rows: Compared[] = [];
  for (const [of, other] of Object.entries(others)) {
    for (const question of QUESTIONS) {
      // In other order every other time, so that both run under the same conditions.
      const turns = { rounds: batches, warmUp: WARM_UP, isReversing: true };
      const spent = await byTurns([defended, other], turns, (galley, round) =>
        spend(galley, question, round + WARM_UP),
      );
      const [ours = [], theirs = []] = spent;
      rows.push({ name: `${question.name}, against ${of}`, ours, theirs });
    }
  }
  const ratio = ({ ours, theirs }: Compared, share: number) =>
    quantile(
      ours.map((cpu, at) => cpu / (theirs[at] ?? Number.NaN)),
      share,
    ).toFixed(3);
  const shown = tableOf(rows, {
    "processor time of an answer, µs": ({ name }) => name,
    defaults: ({ ours }) => figure(median(ours)),
    other: ({ theirs }) => figure(median(theirs)),
    "median ratio": (row) => ratio(row, 0.5),
    quartiles: (row) => `${ratio(row, 0.25)} to ${ratio(row, 0.75)}`,
  });
  console.log(`\n${shown}`);
  process.exit(0);
}

const WARM_UP = 5;

/** Caches are off, and the pipeline is called without a socket, whose cost would hide all others. */
async function open(folder: string, options: object = {}): Promise<Galley> {
  const { createGalley } = await importBuild(folder);
  return openBlog(createGalley, POSTS, {
    roles: { public: { "*": ["find", "findOne"] } },
    tokens: [{ name: "bench", token: TOKEN, access: "full-access" }],
    keepRequests: 0,
    cacheBytes: 0,
    ...options,
  });
}

/** Microseconds per answer in a batch. */
async function spend(galley: Galley, { batch, ask }: Question, number: number): Promise<number> {
  const requests = Array.from({ length: batch }, (_, at) => ask(number * batch + at));
  // Indexes are built between requests, for which a loop without sockets leaves no time.
  while (galley.engine.buildStep());
  const begun = cpuMicros();
  for (const request of requests) {
    const { status } = await galley.handler(request);
    if (status !== 200) throw new Error(`${request.method} ${request.path}?${request.query}: answered ${status}`);
  }
  return (cpuMicros() - begun) / batch;
}

function get(target: string, token?: string): HttpRequest {
  return requestOf({ target, headers: headersOf(token) });
}

function headersOf(token?: string): { readonly [name: string]: string } {
  const type = { "content-type": "application/json" };
  return token === undefined ? type : { ...type, authorization: `Bearer ${token}` };
}
