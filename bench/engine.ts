import { execFileSync } from "node:child_process";
import { kindsWith } from "./engine/ask-all.ts";
import { CONTESTANTS } from "./engine/contestants.ts";
import type { Job, Result } from "./engine/result.ts";
import { engineTables } from "./report/engine-report.ts";
import { saveJson } from "./report/save.ts";
import { buildProgram } from "./run/build.ts";
import { choicesIn, commandLine, refuse, secondsIn, wholeNumber } from "./run/command-line.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { installPeers } from "./run/peers.ts";
import { Progress } from "./run/progress.ts";

const HELP = `npm run bench -- engine [options]

Measures the engine in process against SQLite, LokiJS and mingo, on the same content and questions.

  --size POSTS       Posts in the content; may be repeated (1000, 10000, 100000 and 1000000)
  --alone            Without the others
  --contestant TEXT  Only contestants that have this in their name; what they answer is compared with each other
  --kind TEXT        Only questions of the kinds that have this in their name; may be repeated
  --times N          Most questions of each kind (500)
  --duration SECONDS Most time for the questions of each kind (3)
  --clock cpu        Leave out what the main thread waits for a processor, and answers during which another process got it:
                     for a busy machine; Linux only
  --quick            1,000 and 10,000 posts, one second for each kind
  --help             Show this help`;

/**
 * Fixes the young generation at 16 MB: after each full collection V8 shrinks it to a sixteenth of that. Each collection
 * of the young generation visits every page of the old one: ten thousand pages with a million posts.
 */
const STEADY = ["--min-semi-space-size=16"];

const given = commandLine(HELP, {
  quick: { type: "boolean", default: false },
  size: { type: "string", multiple: true },
  times: { type: "string", default: "500" },
  duration: { type: "string" },
  kind: { type: "string", multiple: true, default: [""] },
  clock: { type: "string", default: "wall" },
  contestant: { type: "string", default: "" },
  alone: { type: "boolean", default: false },
});
const SIZES = given.quick ? ["1000", "10000"] : ["1000", "10000", "100000", "1000000"];
const sizes = (given.size ?? SIZES).map((text) => wholeNumber("size", text));
const times = wholeNumber("times", given.times);
const seconds = secondsIn("duration", given.duration ?? (given.quick ? "1" : "3"));
const clock = choicesIn("clock", [given.clock], ["wall", "cpu"])[0] ?? "wall";
const contestants = given.alone
  ? CONTESTANTS.slice(0, 1)
  : CONTESTANTS.filter(({ name }) => name.includes(given.contestant));
if (contestants.length === 0) refuse(`No contestant has "${given.contestant}" in its name`);
for (const kind of given.kind) {
  if (kindsWith(kind).length === 0) refuse(`No kind of question has "${kind}" in its name`);
}

await run();

async function run(): Promise<void> {
  const machine = describeMachine();
  console.log(machineLines(machine).join("\n"));
  if (!given.alone) installPeers();

  const jobs = sizes.flatMap((posts) =>
    contestants.filter(({ mostPosts }) => posts <= mostPosts).map(({ name }) => jobFor(name, posts)),
  );
  const program = buildProgram("bench/engine/measure-one.ts");
  const progress = new Progress(jobs.length);
  const results: Result[] = [];
  for (const job of jobs) {
    progress.begin(`${job.posts} posts: ${job.contestant}`);
    results.push(measure(program, job));
    compare(results.filter(({ posts }) => posts === job.posts));
  }
  progress.end();
  console.log(`\n${engineTables(results)}\n`);
  console.log(await saveJson("engine", { machine, results }));
}

function jobFor(contestant: string, posts: number): Job {
  return { contestant, posts, times, seconds, clock, only: given.kind };
}

function measure(program: string, job: Job): Result {
  const flags = ["--expose-gc", "--max-old-space-size=20000", ...STEADY];
  const output = execFileSync(process.execPath, [...flags, program, JSON.stringify(job)], {
    encoding: "utf8",
    maxBuffer: 1e8,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(output);
}

/** Throws unless all contestants gave the same answers: otherwise their times would be meaningless. */
function compare([first, ...others]: readonly Result[]): void {
  for (const other of others) {
    for (const [at, { kind, digest }] of other.asked.entries()) {
      if (digest === first?.asked[at]?.digest) continue;
      throw new Error(`${other.contestant} answers "${kind}" of ${other.posts} posts in another way than galley`);
    }
  }
}
