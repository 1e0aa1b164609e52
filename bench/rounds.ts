// Which of two ways to answer costs how much CPU time, and allocates how much, on a busy machine: npm run bench -- rounds
// [options]. Both get the same wishes in short rounds by turns, so that all neighbours disturb them alike, and the median
// round counts.
import { loadavg } from "node:os";
import { READS, WORKLOADS, wishesOf } from "../transport/cli/bench/workloads.ts";
import type { Contestant } from "./contestant.ts";
import { galley, overGraphql, TOKEN, withPlainUrls } from "./contestants.ts";
import { documentId, sizeOf } from "./data.ts";
import { KeepAliveClient, requestBytes, type SentRequest } from "./load/keep-alive-client.ts";
import { median } from "./median.ts";
import { type Build, buildRevision, buildWorkingTree, commitOf, revisionHere } from "./run/build.ts";
import { choicesIn, commandLine, wholeNumber } from "./run/command-line.ts";
import type { Server } from "./run/server-process.ts";
import { withFolder } from "./run/with-folder.ts";
import { postsSubject } from "./subject.ts";

/** Changes of posts that there are, beside the workloads of the other benchmarks. */
const CHANGES: Readonly<Record<string, string>> = { update: "?status=draft", publish: "?status=published" };
const NAMES = [...WORKLOADS.map(({ name }) => name as string), ...Object.keys(CHANGES)];

const HELP = `npm run bench -- rounds [options]

  --compare REV      The working tree and another revision, each in a process of its own (58c9201)
  --graphql          REST and GraphQL of one process instead, without the response cache
  --plain            URLs with plain brackets instead, beside the encoded ones, of one process
  --listener NAME    The listener: uws or node (uws)
  --journal          Store in a journal instead of in memory
  --beside-memory    The working tree with a journal, and in memory
  --from-start       Each round of one, then each of the other, without a pause, from the first request
  --workload NAME    Only this one; may be repeated: ${NAMES.join(", ")}
  --size POSTS       Posts in the content (10000)
  --rounds NUMBER    Rounds of each (15)
  --requests NUMBER  Requests in a round (2000)
  --clients NUMBER   Connections (32; writes 64)
  --help             Show this help`;

const given = commandLine(HELP, {
  compare: { type: "string", default: "58c9201" },
  graphql: { type: "boolean", default: false },
  plain: { type: "boolean", default: false },
  listener: { type: "string", default: "uws" },
  journal: { type: "boolean", default: false },
  "beside-memory": { type: "boolean", default: false },
  "from-start": { type: "boolean", default: false },
  workload: { type: "string", multiple: true },
  size: { type: "string", default: "10000" },
  rounds: { type: "string", default: "15" },
  requests: { type: "string", default: "2000" },
  clients: { type: "string" },
});
const size = sizeOf(wholeNumber("size", given.size));
const rounds = wholeNumber("rounds", given.rounds);
const perRound = wholeNumber("requests", given.requests);
const [listener = "uws"] = choicesIn("listener", [given.listener], ["uws", "node"] as const);
const names = choicesIn("workload", given.workload ?? READS.map(({ name }) => name), NAMES);

/** Rounds that are not counted: they fill caches, and have code compiled. */
const WARM_UP = 5;

/** One of the two that are compared. */
interface Side {
  readonly name: string;
  readonly server: Server;
  readonly request: Contestant["request"];
}

await withFolder(async (folder) => {
  const sides = await startSides(folder);
  try {
    const how = given["from-start"] ? "each round" : "the median of rounds by turns";
    console.log(`${revisionHere()}, ${given.size} posts, ${rounds} rounds of ${perRound}, ${how}`);
    for (const name of names) await (given["from-start"] ? begin(name, sides) : compare(name, sides));
  } finally {
    await Promise.all(sides.map(({ server }) => server.stop()));
  }
});

async function startSides(folder: string): Promise<readonly [Side, Side]> {
  const storage = given.journal ? "journal" : "memory";
  const start = async (contestant: Contestant, at: string) =>
    contestant.start({ size, folder: `${folder}/${at}`, answer: "" });
  const build = buildWorkingTree();
  if (given.graphql) {
    const contestant = galley(build, "", { listener, graphql: true, cacheBytes: 0, storage });
    const server = await start(contestant, "both");
    const { request } = overGraphql(build);
    return [
      { name: "GraphQL", server, request },
      { name: "REST", server, request: contestant.request },
    ];
  }
  if (given.plain) {
    const contestant = galley(build, "", { listener, storage });
    const server = await start(contestant, "both");
    return [
      { name: "encoded", server, request: contestant.request },
      { name: "plain", server, request: withPlainUrls(build).request },
    ];
  }
  const side = async (name: string, of: Build, storage: string): Promise<Side> => {
    const contestant = galley(of, "", { listener, storage });
    return { name, server: await start(contestant, name), request: contestant.request };
  };
  if (given["beside-memory"]) return [await side("journal", build, "journal"), await side("memory", build, "memory")];
  const other = await buildRevision(commitOf(given.compare));
  return [await side(build.name, build, storage), await side(other.name, other, storage)];
}

/** The cost of one round, for each of its requests. */
interface Cost {
  /** Microseconds of CPU time of all threads. */
  readonly micros: number;
  /** Kilobytes of heap: garbage, and what the content grows by. */
  readonly kilobytes: number;
  /** Microseconds of time: a second divided by these is the rate. */
  readonly elapsed: number;
}

async function compare(name: string, sides: readonly [Side, Side]): Promise<void> {
  const measured = await Promise.all(
    sides.map(async (side) => ({ side, ...(await ready(name, side)), costs: [] as Cost[] })),
  );
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const { side, client, requests, costs } of measured) {
      const cost = await costOf(side.server, () => client.send(requests(round + WARM_UP)));
      if (round >= 0) costs.push(cost);
    }
  }
  for (const { client } of measured) client.close();
  const [one, other] = measured.map(({ costs }) => medianCost(costs));
  if (one === undefined || other === undefined) return;
  console.log(`${name}, load ${loadavg()[0]?.toFixed(1)}`);
  for (const [at, { micros, kilobytes, elapsed }] of [one, other].entries()) {
    const rate = (1e6 / elapsed).toFixed(0);
    console.log(
      `  ${sides[at]?.name}: ${micros.toFixed(1)} us of CPU, ${kilobytes.toFixed(1)} kB of heap, ${rate} a second`,
    );
  }
  const ratios = [one.micros / other.micros, one.kilobytes / other.kilobytes, other.elapsed / one.elapsed];
  const [cpu, heap, rate] = ratios.map((ratio) => ratio.toFixed(2));
  console.log(`  ratio: ${cpu} of the CPU, ${heap} of the heap, ${rate} of the rate`);
}

/** The cost of a server's first requests: it builds indexes, and V8 compiles. */
async function begin(name: string, sides: readonly [Side, Side]): Promise<void> {
  console.log(`${name}, load ${loadavg()[0]?.toFixed(1)}: us of CPU for each request, seconds since the first`);
  for (const side of sides) {
    const { client, requests } = await ready(name, side);
    const begun = performance.now();
    const costs: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const { micros } = await timeOf(side.server, () => client.send(requests(round)));
      costs.push(`${micros.toFixed(0)} at ${((performance.now() - begun) / 1000).toFixed(1)}`);
    }
    client.close();
    console.log(`  ${side.name}: ${costs.join(", ")}`);
  }
}

async function costOf(server: Server, work: () => Promise<void>): Promise<Cost> {
  await server.allocated();
  const time = await timeOf(server, work);
  return { ...time, kilobytes: (await server.allocated()) / 1000 / perRound };
}

async function timeOf(server: Server, work: () => Promise<void>): Promise<Omit<Cost, "kilobytes">> {
  const [cpu, begun] = [server.cpuSeconds() ?? 0, performance.now()];
  await work();
  const [micros, elapsed] = [((server.cpuSeconds() ?? 0) - cpu) * 1e6, (performance.now() - begun) * 1000];
  return { micros: micros / perRound, elapsed: elapsed / perRound };
}

function medianCost(costs: readonly Cost[]): Cost {
  const of = (name: keyof Cost) => median(costs.map((cost) => cost[name]));
  return { micros: of("micros"), elapsed: of("elapsed"), kilobytes: of("kilobytes") };
}

async function ready(name: string, { server, request }: Side) {
  const all = requestsOf(name, request);
  const writes = !READS.some((workload) => workload.name === name);
  const bytes = all.map((each) => requestBytes(each, writes ? TOKEN : null));
  const client = new KeepAliveClient(server.port, wholeNumber("clients", given.clients ?? (writes ? "64" : "32")));
  const requests = (round: number) =>
    Array.from({ length: perRound }, (_, at) => bytes[(round * perRound + at) % bytes.length] as Buffer);
  return { client, requests };
}

function requestsOf(name: string, request: Contestant["request"]): readonly SentRequest[] {
  const change = CHANGES[name];
  if (change === undefined) {
    const workload = WORKLOADS.find((each) => each.name === name);
    return workload === undefined ? [] : wishesOf(workload, postsSubject(size)).flatMap((wish) => request(wish) ?? []);
  }
  return Array.from({ length: size.posts }, (_, at) => ({
    method: "PUT",
    path: `/api/posts/${documentId("p", (at * 7_919) % size.posts)}${change}`,
    body: JSON.stringify({ data: { title: `A changed post ${at}`, views: (at * 7_919) % 100_000 } }),
  }));
}
