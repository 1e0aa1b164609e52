import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { figure, table } from "../transport/cli/bench/table.ts";
import { commandLine, wholeNumber } from "./run/command-line.ts";
import { ROOT } from "./run/folders.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { runPinned, SERVER_CORE } from "./run/pinned.ts";
import { Progress } from "./run/progress.ts";
import { withFolder } from "./run/with-folder.ts";

const HELP = `npm run bench -- start [options]

  --times N          How often everything is started (15)
  --help             Show this help`;

const TIMES = wholeNumber("times", commandLine(HELP, { times: { type: "string", default: "15" } }).times);

/** Polling more often would take CPU time away from the server. */
const PAUSE = 3;
const START_TIMEOUT = 20_000;

/** The allowed time of each start in milliseconds. */
const MEASURES: readonly { readonly name: string; readonly bar: number; measure(): Promise<number> }[] = [
  { name: "process to the first 200 of the demo", bar: 300, measure: firstAnswer },
  { name: 'import "galley"', bar: 60, measure: () => fromScript("import") },
  { name: "createGalley with 20 content types", bar: 20, measure: () => fromScript("create") },
];

console.log(machineLines(describeMachine()).join("\n"));
execFileSync("npm", ["run", "--silent", "build"], { cwd: ROOT, stdio: "inherit" });

const progress = new Progress(TIMES);
const times = MEASURES.map((): number[] => []);
// Alternating, so that a busy moment affects all of them.
for (let turn = 0; turn < TIMES; turn++) {
  progress.begin("starting everything once");
  for (const [at, { measure }] of MEASURES.entries()) times[at]?.push(await measure());
}
progress.end();

const rows = MEASURES.map(({ name, bar }, at) => {
  const sorted = [...(times[at] ?? [])].sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1] ?? Number.NaN;
  return [name, ...[sorted[0] ?? Number.NaN, middle, sorted.at(-1) ?? Number.NaN, bar].map(figure)];
});
console.log(`\n${table(["milliseconds", "least", "median", "most", "bar"], rows)}`);

/** Time from starting the built command until a polling client has an answer. */
function firstAnswer(): Promise<number> {
  return withFolder(async (folder) => {
    const port = String(20_000 + Math.floor(Math.random() * 20_000));
    const main = join(ROOT, "dist/transport/cli/main.js");
    const started = performance.now();
    const server = spawn(process.execPath, [main, "--port", port, "--data", "memory", "--quiet"], { cwd: folder });
    try {
      return await untilAnswered(`http://127.0.0.1:${port}/api/posts`, started);
    } finally {
      server.kill();
      await new Promise((resolve) => server.once("close", resolve));
    }
  });
}

async function untilAnswered(url: string, started: number): Promise<number> {
  for (let now = started; now < started + START_TIMEOUT; now = performance.now()) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.status === 200) return performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  throw new Error(`${url} does not answer 200 within ${START_TIMEOUT} ms`);
}

/** Time of one phase in a new process that imports the package as a test does. */
async function fromScript(phase: "import" | "create"): Promise<number> {
  const galley = join(ROOT, "dist/transport/galley.js");
  const script = `
    const started = performance.now();
    const { createGalley } = await import(${JSON.stringify(galley)});
    const imported = performance.now();
    const attributes = { title: { type: "string", required: true }, slug: { type: "uid" }, views: { type: "integer" } };
    const types = Array.from({ length: 20 }, (_, at) => ["api::t" + at + ".t" + at, {
      info: { singularName: "t" + at, pluralName: "t" + at + "s", displayName: "T" + at },
      options: { draftAndPublish: true },
      attributes: {
        ...attributes,
        next: { type: "relation", relation: "manyToOne", target: "api::t" + ((at + 1) % 20) + ".t" + ((at + 1) % 20) },
      },
    }]);
    const begun = performance.now();
    const galley = await createGalley({ schema: { contentTypes: Object.fromEntries(types) } });
    const opened = performance.now();
    await galley.close();
    console.log(JSON.stringify({ import: imported - started, create: opened - begun }));`;
  const out = await runPinned(SERVER_CORE, process.execPath, ["--input-type=module", "--eval", script]);
  const told: { readonly import: number; readonly create: number } = JSON.parse(out);
  return told[phase];
}
