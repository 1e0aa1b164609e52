import { execFileSync } from "node:child_process";
import { kindsWith } from "./engine/ask-all.ts";
import type { ColdResult } from "./engine/cold/measure-beside.ts";
import type { Cold } from "./engine/cold/measure-cold.ts";
import type { ColdStart } from "./engine/cold/measure-cold-start.ts";
import { besideTable, coldStartTable, coldTable } from "./report/cold-report.ts";
import { saveJson } from "./report/save.ts";
import { buildProgram } from "./run/build.ts";
import { commandLine, refuse, wholeNumber } from "./run/command-line.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { withFolder } from "./run/with-folder.ts";

const HELP = `npm run bench -- cold [options]

Measures the first question of each kind, for which no index exists yet, and the building of its indexes in slices, in
milliseconds of the processor.

  --size POSTS  Posts in the content (1000000)
  --kind TEXT   Only questions of the kinds that have this in their name
  --beside      Over HTTP, and what requests by id wait meanwhile on another connection; Linux only
  --snapshot    Ask after a start from a snapshot, one for each kind; Linux only
  --help        Show this help`;

const given = commandLine(HELP, {
  size: { type: "string", default: "1000000" },
  kind: { type: "string", default: "" },
  beside: { type: "boolean", default: false },
  snapshot: { type: "boolean", default: false },
});
const posts = wholeNumber("size", given.size);
if (kindsWith(given.kind).length === 0) refuse(`No kind of question has "${given.kind}" in its name`);

const machine = describeMachine();
console.log(machineLines(machine).join("\n"));
if (given.snapshot) {
  const results: readonly ColdStart[] = await withFolder(async (folder) => {
    run("store-snapshot", String(posts), folder);
    return JSON.parse(run("measure-cold-start", String(posts), folder, given.kind));
  });
  console.log(`\n${posts} posts, after a start from a snapshot\n\n${coldStartTable(results)}\n`);
  console.log(await saveJson("cold-start", { machine, posts, results }));
} else if (given.beside) {
  const results: readonly ColdResult[] = JSON.parse(run("measure-beside", String(posts), given.kind));
  console.log(`\n${posts} posts, over HTTP, milliseconds\n\n${besideTable(results)}\n`);
  console.log(await saveJson("cold-beside", { machine, posts, results }));
} else {
  const results: readonly Cold[] = JSON.parse(run("measure-cold", String(posts), given.kind));
  console.log(`\n${posts} posts\n\n${coldTable(results)}\n`);
  console.log(await saveJson("cold", { machine, posts, results }));
}

/** Runs a program in a process of its own; returns what it writes. */
function run(program: string, ...args: readonly string[]): string {
  const flags = ["--expose-gc", "--max-old-space-size=20000", "--min-semi-space-size=16"];
  return execFileSync(process.execPath, [...flags, buildProgram(`bench/engine/cold/${program}.ts`), ...args], {
    encoding: "utf8",
    maxBuffer: 1e8,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
