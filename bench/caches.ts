import type { WorkloadName } from "../transport/cli/bench/workload-names.ts";
import { READS, wishesOf } from "../transport/cli/bench/workloads.ts";
import { REMOVALS, type Removal } from "./caches/removals.ts";
import { galley } from "./contestants.ts";
import { sizeOf } from "./data.ts";
import { graphqlRequest, graphqlWithLiterals } from "./dialects/graphql-posts.ts";
import { buildWithout, buildWorkingTree, revisionHere } from "./run/build.ts";
import { compareByTurns, type Side } from "./run/by-turns.ts";
import { choicesIn, commandLine, wholeNumber } from "./run/command-line.ts";
import { withFolder } from "./run/with-folder.ts";
import { postsSubject } from "./subject.ts";

const BY_GRAPHQL = { variables: graphqlRequest, literals: graphqlWithLiterals };

const NAMES = REMOVALS.map(({ cache }) => cache);

const HELP = `npm run bench -- caches [options]

What each cache of engine/CACHES.md saves: CPU time and garbage of an answer without it and with it, by turns.

  --cache NAME       Only this one; may be repeated: ${NAMES.join(", ")}
  --size POSTS       Posts in the content (10000)
  --rounds NUMBER    Rounds of each (9)
  --requests NUMBER  Requests in a round (1000)
  --help             Show this help`;

const given = commandLine(HELP, {
  cache: { type: "string", multiple: true },
  size: { type: "string", default: "10000" },
  rounds: { type: "string", default: "9" },
  requests: { type: "string", default: "1000" },
});
const size = sizeOf(wholeNumber("size", given.size));
const turns = {
  rounds: wholeNumber("rounds", given.rounds),
  perRound: wholeNumber("requests", given.requests),
  clients: 32,
  token: null,
};
const asked = choicesIn("cache", given.cache ?? NAMES, NAMES);

console.log(`${revisionHere()}, ${given.size} posts, ${turns.rounds} rounds of ${turns.perRound}`);
const whole = buildWorkingTree();
for (const removal of REMOVALS.filter(({ cache }) => asked.includes(cache))) await tryWithout(removal);

async function tryWithout(removal: Removal): Promise<void> {
  const { cache, workload, graphql, cacheBytes } = removal;
  const without = await buildWithout(cache.replaceAll(" ", "-"), removal);
  await withFolder(async (folder) => {
    const start = async (name: string, build: typeof whole): Promise<Side> => {
      const choice = { listener: "uws", graphql: graphql !== undefined } as const;
      const contestant = galley(build, "", { ...choice, ...(cacheBytes !== undefined && { cacheBytes }) });
      const server = await contestant.start({ size, folder: `${folder}/${name}`, answer: "" });
      const request = graphql === undefined ? contestant.request : BY_GRAPHQL[graphql];
      return { name, server, requests: requestsOf(workload, request) };
    };
    const sides = [await start("without", without), await start("with", whole)] as const;
    try {
      await compareByTurns(
        `${cache}: ${workload}${graphql === undefined ? "" : ` over GraphQL with ${graphql}`}`,
        sides,
        turns,
      );
    } finally {
      await Promise.all(sides.map(({ server }) => server.stop()));
    }
  });
}

function requestsOf(name: WorkloadName, request: ReturnType<typeof galley>["request"]) {
  const workload = READS.find((each) => each.name === name);
  return workload === undefined ? [] : wishesOf(workload, postsSubject(size)).flatMap((wish) => request(wish) ?? []);
}
