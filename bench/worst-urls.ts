import { figure, table } from "../transport/cli/bench/table.ts";
import { DEMO_SCHEMA } from "../transport/cli/demo/schema.ts";
import { DEMO_SEED } from "../transport/cli/demo/seed.ts";
import type { ProfileName } from "../transport/contract/profiles/profile-name.ts";
import { createGalley, type Galley } from "../transport/galley.ts";
import { blogContent, mulberry, sizeOf } from "./data.ts";
import { commandLine, secondsIn, wholeNumber } from "./run/command-line.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { BLOG } from "./schema.ts";
import { type Cost, searchWorst } from "./worst-urls/search.ts";

const HELP = `npm run bench -- worst-urls [options]

  --seconds SECONDS  How long each content is searched (60)
  --seed N           What the search draws from (1)
  --help             Show this help`;

const given = commandLine(HELP, {
  seconds: { type: "string", default: "60" },
  seed: { type: "string", default: "1" },
});
const seconds = secondsIn("seconds", given.seconds);
const seed = wholeNumber("seed", given.seed);

/** Nothing is answered from memory: every question is to be worked for. */
const OPEN = { graphql: true, cacheBytes: 0, roles: { public: { "*": ["find", "findOne"] } } } as const;

const blog = async (profile: ProfileName): Promise<Galley> => {
  const galley = await createGalley({ schema: BLOG, profile, ...OPEN });
  galley.engine.restore({ ...blogContent(sizeOf(20_000)), number: 0 });
  return galley;
};

/** The servers that are searched, each newly opened. */
const CONTENTS: Readonly<Record<string, () => Promise<Galley>>> = {
  "the demo": () => createGalley({ schema: DEMO_SCHEMA, seed: DEMO_SEED, ...OPEN }),
  "20,000 posts": () => blog("contract"),
  "20,000 posts, profile strapi": () => blog("strapi"),
};

async function ask(galley: Galley, url: string): Promise<Cost> {
  const before = process.cpuUsage();
  const answer = await galley.fetch(url, { headers: { "apollo-require-preflight": "1" } });
  const { byteLength } = await answer.arrayBuffer();
  const { user, system } = process.cpuUsage(before);
  return { url, status: answer.status, cpu: (user + system) / 1000, bytes: byteLength };
}

/** The least of five: the compiler and the collector of memory run when they like. */
async function again(galley: Galley, url: string): Promise<Cost> {
  const costs: Cost[] = [];
  for (let time = 0; time < 5; time++) costs.push(await ask(galley, url));
  return costs.reduce((least, cost) => (cost.cpu < least.cpu ? cost : least));
}

/** As a first query: it has no index yet. */
async function first(open: () => Promise<Galley>, url: string): Promise<Cost> {
  await using galley = await open();
  return ask(galley, url);
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

const shown = (url: string): string => (url.length > 90 ? `${url.slice(0, 90)}… (${url.length} characters)` : url);

console.log(machineLines(describeMachine()).join("\n"));
for (const [name, open] of Object.entries(CONTENTS)) {
  await using galley = await open();
  const random = mulberry(seed);
  const found = await searchWorst({ random, time: (seconds * 1000) / 2, ask: (url) => ask(galley, url) });
  const { rss, arrayBuffers } = process.memoryUsage();
  const slowest: { readonly cost: Cost; readonly cold: Cost }[] = [];
  for (const { url } of found.slowest.slice(0, 10)) {
    slowest.push({ cost: await again(galley, url), cold: await first(open, url) });
  }
  console.log(`\n${name}: ${found.asked} URLs asked, ${found.refused} of them refused`);
  console.log(
    table(
      ["worst by processor time", "ms", "as a first question, ms", "kB", "status"],
      slowest.map(({ cost, cold }) => [
        shown(cost.url),
        figure(cost.cpu),
        figure(cold.cpu),
        figure(cost.bytes / 1000),
        String(cost.status),
      ]),
    ),
  );
  console.log(`memory after the search: ${megabytes(rss)} resident, ${megabytes(arrayBuffers)} of it outside the heap`);
  const [largest] = found.largest;
  if (largest !== undefined) console.log(`largest answer: ${figure(largest.bytes / 1000)} kB to ${shown(largest.url)}`);
}
