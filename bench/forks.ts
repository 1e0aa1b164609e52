import { figure, table } from "../transport/cli/bench/table.ts";
import { createGalley, type Galley } from "../transport/galley.ts";
import { blogContent, sizeOf } from "./data.ts";
import { commandLine, wholeNumber } from "./run/command-line.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { BLOG } from "./schema.ts";

const HELP = `npm run bench -- forks [options]

  --posts N          Posts in the content, each with a draft (100000)
  --help             Show this help`;

const POSTS = wholeNumber("posts", commandLine(HELP, { posts: { type: "string", default: "100000" } }).posts);
const FORKS = 1000;

/** Limits: milliseconds per fork, MiB for a thousand. */
const BARS = { milliseconds: 1, mebibytes: 50 };

const collect = global.gc;
if (collect === undefined) throw new Error("Run it with node --expose-gc: npm run bench -- forks");

const HEADERS = { authorization: "Bearer bench", "content-type": "application/json" };

/** The uses that a test makes of its fork; each includes the ones before it. */
const USES: readonly { readonly name: string; use(fork: Galley): Promise<unknown> }[] = [
  { name: "left alone", use: async () => {} },
  {
    name: "a document written",
    use: (fork) => fork.documents("api::post.post").create({ data: { title: "A post of the fork" } }),
  },
  {
    name: "a document written and a list read over HTTP",
    use: async (fork) => {
      await fork.documents("api::post.post").create({ data: { title: "A post of the fork" } });
      await (await fork.fetch("/api/posts?sort=title&populate=author", { headers: HEADERS })).text();
    },
  },
];

console.log(machineLines(describeMachine()).join("\n"));
const galley = await createGalley({ schema: BLOG, tokens: [{ name: "bench", token: "bench", access: "full-access" }] });
galley.engine.restore({ ...blogContent(sizeOf(POSTS)), number: 0 });
// Builds the indexes of the base, which its forks share.
await (await galley.fetch("/api/posts?sort=title&populate=author", { headers: HEADERS })).text();

const times: number[] = [];
for (let at = 0; at < FORKS; at++) {
  const started = performance.now();
  galley.fork();
  times.push(performance.now() - started);
}
times.sort((a, b) => a - b);

const rows = [
  ["one fork, median, ms", figure(times[FORKS >> 1] ?? Number.NaN), figure(BARS.milliseconds)],
  ["one fork, 99th of 100, ms", figure(times[Math.floor(FORKS * 0.99)] ?? Number.NaN), figure(BARS.milliseconds)],
];
for (const { name, use } of USES) {
  rows.push([`${FORKS} forks, ${name}, MiB`, figure(await mebibytesOf(use)), figure(BARS.mebibytes)]);
}
console.log(`\n${table([`${POSTS} posts, each with a draft`, "measured", "bar"], rows)}`);
await galley.close();

async function mebibytesOf(use: (fork: Galley) => Promise<unknown>): Promise<number> {
  const before = await heldBytes();
  const forks: Galley[] = [];
  for (let at = 0; at < FORKS; at++) {
    const fork = galley.fork();
    await use(fork);
    forks.push(fork);
  }
  const held = (await heldBytes()) - before;
  await Promise.all(forks.map((fork) => fork.close()));
  return held / 2 ** 20;
}

async function heldBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collect?.();
    await new Promise(setImmediate);
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}
