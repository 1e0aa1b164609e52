import { figure } from "../../transport/cli/bench/table.ts";
import { DEMO_SCHEMA } from "../../transport/cli/demo/schema.ts";
import { DEMO_SEED } from "../../transport/cli/demo/seed.ts";
import type { ProfileName } from "../../transport/contract/profiles/profile-name.ts";
import { createGalley, type Galley } from "../../transport/galley.ts";
import { Random } from "../../transport/library/factory/random.ts";
import { openBlog } from "../content/open-blog.ts";
import { millisecondsOf } from "../run/processor-time.ts";
import { tableOf } from "../run/report.ts";
import { type Cost, searchWorst } from "./search.ts";

/** Nothing is answered from memory: every question is to be worked for. */
const OPEN = { graphql: true, cacheBytes: 0, roles: { public: { "*": ["find", "findOne"] } } } as const;

const blog = (profile: ProfileName) => openBlog(createGalley, 20_000, { profile, ...OPEN });

/** The servers that are searched, each newly opened. */
const CONTENTS: Readonly<Record<string, () => Promise<Galley>>> = {
  "the demo": () => createGalley({ schema: DEMO_SCHEMA, seed: DEMO_SEED, ...OPEN }),
  "20,000 posts": () => blog("contract"),
  "20,000 posts, profile strapi": () => blog("strapi"),
};

async function ask(galley: Galley, url: string): Promise<Cost> {
  const { value, cpu } = await millisecondsOf(async () => {
    const answer = await galley.fetch(url, { headers: { "apollo-require-preflight": "1" } });
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
  });
  return { url, cpu, ...value };
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

/** Searches for the most expensive URL, in each content for so many seconds, and prints the worst. */
export async function searchUrls(seconds: number, seed: number): Promise<void> {
  for (const [name, open] of Object.entries(CONTENTS)) {
    await using galley = await open();
    const random = new Random(seed);
    const found = await searchWorst({ random, time: (seconds * 1000) / 2, ask: (url) => ask(galley, url) });
    const { rss, arrayBuffers } = process.memoryUsage();
    const slowest: { readonly cost: Cost; readonly cold: Cost }[] = [];
    for (const { url } of found.slowest.slice(0, 10)) {
      slowest.push({ cost: await again(galley, url), cold: await first(open, url) });
    }
    console.log(`\n${name}: ${found.asked} URLs asked, ${found.refused} of them refused`);
    const table = tableOf(slowest, {
      "worst by processor time": ({ cost }) => shown(cost.url),
      ms: ({ cost }) => figure(cost.cpu),
      "as a first question, ms": ({ cold }) => figure(cold.cpu),
      kB: ({ cost }) => figure(cost.bytes / 1000),
      status: ({ cost }) => String(cost.status),
    });
    console.log(table);
    const outside = `${megabytes(arrayBuffers)} of it outside the heap`;
    console.log(`memory after the search: ${megabytes(rss)} resident, ${outside}`);
    const [largest] = found.largest;
    if (largest === undefined) continue;
    console.log(`largest answer: ${figure(largest.bytes / 1000)} kB to ${shown(largest.url)}`);
  }
}
