// Which of two ways to answer costs how much CPU time, and allocates how much, on a busy machine: npm run bench -- rounds
// [options]. Both get the same wishes in short rounds by turns, so that all neighbours disturb them alike, and the median
// round counts. Own code's bars are for the share that the CPU time without it is of the time with it.
import { READS, WORKLOADS, wishesOf } from "../transport/cli/bench/workloads.ts";
import { documentId, sizeOf } from "./content/data.ts";
import { postsSubject } from "./content/subject.ts";
import { bareMicros } from "./http/bare-posts.ts";
import { REMOVALS, type Removal } from "./http/cache-removals.ts";
import { type Contestant, TOKEN } from "./http/contestant.ts";
import { FLOORS, galley, overGraphql, withPlainUrls } from "./http/contestants.ts";
import { compareByTurns, costsFromStart, type Side, type Turns } from "./http/costs-by-turns.ts";
import { graphqlRequest, graphqlWithLiterals } from "./http/dialects/graphql-posts.ts";
import type { SentRequest } from "./http/load/keep-alive-client.ts";
import { CONSTANT, OWN_CODE, type OwnCodeName } from "./http/servers/own-code.ts";
import { Servers } from "./http/servers.ts";
import { type Build, buildRevision, buildWithout, buildWorkingTree, commitOf, revisionHere } from "./run/build.ts";
import { commandLine, flag, oneOf, someOf, text, whole } from "./run/command-line.ts";
import { load } from "./run/machine.ts";
import type { Server } from "./run/server-process.ts";

/** Changes of posts that there are, beside the workloads of the other benchmarks. */
const CHANGES: Readonly<Record<string, string>> = { update: "?status=draft", publish: "?status=published" };
const NAMES = [...WORKLOADS.map(({ name }) => name as string), ...Object.keys(CHANGES)];
const BY_GRAPHQL = { variables: graphqlRequest, literals: graphqlWithLiterals };
const CACHES = REMOVALS.map(({ cache }) => cache);
// Its keys are these names.
const CODE_NAMES = Object.keys(OWN_CODE) as OwnCodeName[];

const given = commandLine("rounds", {
  compare: text("REV", "The working tree and another revision, each in a process of its own", "58c9201"),
  graphql: flag("REST and GraphQL of one process instead, without the response cache"),
  plain: flag("URLs with plain brackets instead, beside the encoded ones, of one process"),
  bare: flag("Galley beside a bare listener that sends the bytes of its first answer"),
  "beside-memory": flag("The working tree with a journal, and in memory"),
  without: someOf("Without this cache of engine/CACHES.md, and with it", [...CACHES, "all"], []),
  "own-code": someOf("Without this code of a user's own, and with it", [...CODE_NAMES, "all"], []),
  listener: oneOf("The listener", ["uws", "node"]),
  journal: flag("Store in a journal instead of in memory"),
  "from-start": flag("Each round of one, then each of the other, without a pause, from the first request"),
  workload: someOf("Only this one, instead of all that read", NAMES, []),
  size: whole("POSTS", "Posts in the content", 10_000),
  rounds: whole("NUMBER", "Rounds of each (15; without a cache 9)", undefined),
  requests: whole("NUMBER", "Requests in a round (2000; without a cache 1000)", undefined),
  clients: whole("NUMBER", "Connections (32; writes 64)", undefined),
});
const { listener, without, "own-code": codes } = given;
const { rounds, requests: perRound } = {
  rounds: given.rounds ?? (without.length > 0 ? 9 : 15),
  requests: given.requests ?? (without.length > 0 ? 1_000 : 2_000),
};
const size = sizeOf(given.size);
const build = buildWorkingTree();

/** One of the two that are compared. */
interface Compared {
  readonly name: string;
  readonly server: Server;
  readonly request: Contestant["request"];
}

const how = given["from-start"] ? "each round" : "the median of rounds by turns";
console.log(`${revisionHere()}, ${given.size} posts, ${rounds} rounds of ${perRound}, ${how}`);
if (without.length > 0) {
  const removals = REMOVALS.filter(({ cache }) => without.includes("all") || without.includes(cache));
  for (const removal of removals) await compareWithout(removal);
} else if (codes.length > 0) {
  for (const name of CODE_NAMES) if (codes.includes("all") || codes.includes(name)) await compareOwnCode(name);
} else if (given.bare) {
  for (const name of workloads()) await compareBare(name);
} else {
  await using servers = new Servers(size);
  const sides = await startSides(servers);
  for (const name of workloads()) await compare(name, sides);
}

function workloads(): readonly string[] {
  return given.workload.length > 0 ? given.workload : READS.map(({ name }) => name);
}

async function startSides(servers: Servers): Promise<readonly [Compared, Compared]> {
  const storage = given.journal ? "journal" : "memory";
  if (given.graphql) {
    const contestant = galley(build, "", { listener, graphql: true, cacheBytes: 0, storage });
    const server = await servers.start(contestant);
    return [
      { name: "GraphQL", server, request: overGraphql(build).request },
      { name: "REST", server, request: contestant.request },
    ];
  }
  if (given.plain) {
    const contestant = galley(build, "", { listener, storage });
    const server = await servers.start(contestant);
    return [
      { name: "encoded", server, request: contestant.request },
      { name: "plain", server, request: withPlainUrls(build).request },
    ];
  }
  const side = async (name: string, of: Build, storage: string): Promise<Compared> => {
    const contestant = galley(of, "", { listener, storage });
    return { name, server: await servers.start(contestant), request: contestant.request };
  };
  if (given["beside-memory"]) return [await side("journal", build, "journal"), await side("memory", build, "memory")];
  const other = await buildRevision(commitOf(given.compare));
  return [await side(build.name, build, storage), await side(other.name, other, storage)];
}

async function compare(name: string, sides: readonly [Compared, Compared]): Promise<void> {
  const [one, other] = sides.map(({ name: of, server, request }): Side => {
    return { name: of, server, requests: requestsOf(name, request) };
  }) as [Side, Side];
  if (!given["from-start"]) return void (await compareByTurns(name, [one, other], turnsOf(name)));
  console.log(`${name}, load ${load()}: us of CPU for each request, seconds since the first`);
  for (const side of [one, other]) {
    console.log(`  ${side.name}: ${(await costsFromStart(side, turnsOf(name))).join(", ")}`);
  }
}

/** Compares Galley with a bare listener that sends the bytes of its first answer: the difference is its own work. */
async function compareBare(name: string): Promise<void> {
  await using servers = new Servers(size);
  const contestant = galley(build, "", { listener });
  const server = await servers.start(contestant);
  const requests = requestsOf(name, contestant.request);
  const answer = await fetch(`http://127.0.0.1:${server.port}${requests[0]?.path}`);
  const floor = await servers.start(FLOORS[listener], new Uint8Array(await answer.arrayBuffer()));
  const sides = [
    { name: build.name, server, requests },
    { name: "bare", server: floor, requests },
  ] as const;
  await compareByTurns(name, sides, turnsOf(name));
}

/** Compares a build that loses a cache with the whole one. */
async function compareWithout(removal: Removal): Promise<void> {
  await using servers = new Servers(size);
  const { cache, behind, workload, graphql, cacheBytes } = removal;
  const front = REMOVALS.filter((each) => each.cache === behind);
  const side = async (name: string, of: Build): Promise<Side> => {
    const choice = { listener, graphql: graphql !== undefined, ...(cacheBytes !== undefined && { cacheBytes }) };
    const contestant = galley(of, "", choice);
    const request = graphql === undefined ? contestant.request : BY_GRAPHQL[graphql];
    return { name, server: await servers.start(contestant), requests: requestsOf(workload, request) };
  };
  const without = await side("without", await buildWithout(cache.replaceAll(" ", "-"), [removal, ...front]));
  const whole = front.length === 0 ? build : await buildWithout("front", front);
  const how = graphql === undefined ? "" : ` over GraphQL with ${graphql}`;
  const title = `${cache}: ${workload}${how}${behind === undefined ? "" : `, without ${behind}`}`;
  await compareByTurns(title, [without, await side("with", whole)], turnsOf(workload));
}

async function compareOwnCode(name: OwnCodeName): Promise<void> {
  await using servers = new Servers(size);
  const { workload, bar } = OWN_CODE[name];
  const target = name === "webhook" ? await servers.start(FLOORS.uws, "{}") : null;
  const plain = galley(build, "", { listener: "uws" });
  const requests = requestsOf(workload, plain.request);
  const without = { name: "without", server: await servers.start(plain), requests };
  const own = galley(build, "", { listener: "uws", code: { name, port: target?.port ?? 0 } });
  const asked = name === "route" ? [{ method: "GET", path: CONSTANT, body: "" }] : requests;
  const sides = [without, { name: "with", server: await servers.start(own), requests: asked }] as const;
  const [micros] = await compareByTurns(name, sides, turnsOf(workload), bar);
  if (target === null) return;
  // Each create is two deliveries, of a created and of a published entry.
  const bare = await bareMicros(target.port, 10_000);
  const share = micros / (micros + 2 * bare);
  console.log(`  a bare POST by node:http: ${bare.toFixed(1)} us; the share with nothing else: ${share.toFixed(2)}`);
}

function turnsOf(name: string): Turns {
  const writes = !READS.some((workload) => workload.name === name);
  const { clients = writes ? 64 : 32 } = given;
  return { rounds, perRound, clients, token: writes ? TOKEN : null };
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
