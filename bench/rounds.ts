// Which of two ways to answer costs how much CPU time, and allocates how much, on a busy machine: npm run bench -- rounds
// [options]. Both get the same wishes in short rounds by turns, so that all neighbours disturb them alike, and the median
// round counts.
import { loadavg } from "node:os";
import { READS, WORKLOADS, wishesOf } from "../transport/cli/bench/workloads.ts";
import type { Contestant } from "./contestant.ts";
import { galley, overGraphql, TOKEN, withPlainUrls } from "./contestants.ts";
import { documentId, sizeOf } from "./data.ts";
import type { SentRequest } from "./load/keep-alive-client.ts";
import { type Build, buildRevision, buildWorkingTree, commitOf, revisionHere } from "./run/build.ts";
import { compareByTurns, costsFromStart, type Side, type Turns } from "./run/by-turns.ts";
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

/** One of the two that are compared. */
interface Compared {
  readonly name: string;
  readonly server: Server;
  readonly request: Contestant["request"];
}

await withFolder(async (folder) => {
  const sides = await startSides(folder);
  try {
    const how = given["from-start"] ? "each round" : "the median of rounds by turns";
    console.log(`${revisionHere()}, ${given.size} posts, ${rounds} rounds of ${perRound}, ${how}`);
    for (const name of names) await compare(name, sides);
  } finally {
    await Promise.all(sides.map(({ server }) => server.stop()));
  }
});

async function startSides(folder: string): Promise<readonly [Compared, Compared]> {
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
  const side = async (name: string, of: Build, storage: string): Promise<Compared> => {
    const contestant = galley(of, "", { listener, storage });
    return { name, server: await start(contestant, name), request: contestant.request };
  };
  if (given["beside-memory"]) return [await side("journal", build, "journal"), await side("memory", build, "memory")];
  const other = await buildRevision(commitOf(given.compare));
  return [await side(build.name, build, storage), await side(other.name, other, storage)];
}

async function compare(name: string, sides: readonly [Compared, Compared]): Promise<void> {
  const [one, other] = sides.map((side) => asking(name, side)) as [Side, Side];
  if (!given["from-start"]) return compareByTurns(name, [one, other], turnsOf(name));
  console.log(`${name}, load ${loadavg()[0]?.toFixed(1)}: us of CPU for each request, seconds since the first`);
  for (const side of [one, other]) {
    console.log(`  ${side.name}: ${(await costsFromStart(side, turnsOf(name))).join(", ")}`);
  }
}

function asking(name: string, { server, request, name: of }: Compared): Side {
  return { name: of, server, requests: requestsOf(name, request) };
}

function turnsOf(name: string): Turns {
  const writes = !READS.some((workload) => workload.name === name);
  const clients = wholeNumber("clients", given.clients ?? (writes ? "64" : "32"));
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
