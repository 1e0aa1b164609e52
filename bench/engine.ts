import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { figure, table } from "../transport/cli/bench/table.ts";
import { QUESTION_KINDS } from "./engine/questions.ts";
import type { Job, Result } from "./engine/result.ts";
import { saveJson } from "./report/save.ts";
import { ROOT } from "./run/build.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { installPeers } from "./run/peers.ts";
import { Progress } from "./run/progress.ts";

const USAGE = `Measures the engine in process against SQLite, LokiJS and mingo, on the same content and questions.

  --quick        1,000 and 10,000 posts, few questions
  --size N       posts; may be given several times (1,000, 10,000, 100,000 and 1,000,000)
  --times N      questions of each kind (500)
  --alone        without the peers
`;

const { values: given } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    size: { type: "string", multiple: true },
    times: { type: "string" },
    alone: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (given.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}

/** Most posts with which each answers in a time that anyone would wait for: one has no indexes, one few. */
const MOST_POSTS: Readonly<Record<string, number>> = { galley: 1e9, "SQLite in memory": 1e9, LokiJS: 1e5, mingo: 1e4 };

const machine = describeMachine();
console.log(machineLines(machine).join("\n"));
if (!given.alone) installPeers();

const sizes = (given.size ?? (given.quick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000])).map(Number);
const times = Number(given.times ?? (given.quick ? 100 : 500));
const jobs = sizes.flatMap((posts): Job[] =>
  Object.entries(MOST_POSTS)
    .filter(([contestant, most]) => posts <= most && (contestant === "galley" || !given.alone))
    .map(([contestant]) => ({ contestant, posts, times })),
);
const progress = new Progress(jobs.length);
const results = jobs.map((job) => {
  progress.begin(`${job.posts} posts: ${job.contestant}`);
  return run(job);
});
progress.end();

for (const posts of sizes) compare(results.filter((result) => result.posts === posts));
console.log(`\n${sizes.map(tableOf).join("\n\n")}\n\n${growthTable()}\n\n${memoryTable()}\n`);
console.log(await saveJson("engine", { machine, times, results }));

function run(job: Job): Result {
  const script = join(ROOT, "bench/engine/measure-one.ts");
  const flags = ["--expose-gc", "--max-old-space-size=20000", "--import", "tsx"];
  const output = execFileSync(process.execPath, [...flags, script, JSON.stringify(job)], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1e8,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(output);
}

/** All contestants gave the same answers, or what they took for them says nothing. */
function compare([first, ...others]: readonly Result[]): void {
  for (const other of others) {
    for (const [at, { kind, digest }] of other.asked.entries()) {
      if (digest === first?.asked[at]?.digest) continue;
      throw new Error(`${other.contestant} answers "${kind}" of ${other.posts} posts in another way than galley`);
    }
  }
}

function tableOf(posts: number): string {
  const all = results.filter((result) => result.posts === posts);
  const head = [
    `${posts.toLocaleString("en")} posts, ms`,
    "bar",
    ...all.flatMap(({ contestant }) => [contestant, "p99"]),
  ];
  const rows = QUESTION_KINDS.map(({ name, bar }, at) => [
    name,
    `${bar}`,
    ...all.flatMap(({ asked }) => [precise(asked[at]?.p50), precise(asked[at]?.p99)]),
  ]);
  return table(head, rows);
}

/** What a question takes with the most posts, against ten thousand (at most 3 ×). */
function growthTable(): string {
  const own = results.filter(({ contestant }) => contestant === "galley");
  const small = own.find(({ posts }) => posts === 10_000) ?? own[0];
  const large = own.at(-1);
  const rows = QUESTION_KINDS.map(({ name }, at) => {
    const [few, many] = [small?.asked[at]?.p50 ?? Number.NaN, large?.asked[at]?.p50 ?? Number.NaN];
    return [name, precise(few), precise(many), `${figure(many / few)} ×`];
  });
  return table(["growth of galley, p50 ms", String(small?.posts), String(large?.posts), ""], rows);
}

function memoryTable(): string {
  const rows = results.flatMap(({ posts, memory }) => {
    if (memory === null) return [];
    const { json, content, withIndexes, documents, fork, thousandForks } = memory;
    return [
      [
        posts.toLocaleString("en"),
        figure(json / documents),
        figure(content / documents),
        figure(withIndexes / documents),
        `${figure(withIndexes / json)} ×`,
        precise(fork),
        figure(thousandForks / 2 ** 20),
      ],
    ];
  });
  const head = [
    "memory of galley, posts",
    "JSON/doc",
    "bytes/doc",
    "with indexes",
    "of JSON",
    "fork ms",
    "1,000 forks MiB",
  ];
  return table(head, rows);
}

function precise(milliseconds: number | undefined): string {
  return milliseconds === undefined ? "–" : milliseconds.toFixed(3);
}
