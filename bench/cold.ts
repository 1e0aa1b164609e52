import { execFileSync } from "node:child_process";
import { kindsWith } from "./engine/ask-all.ts";
import type { Cold } from "./engine/measure-cold.ts";
import { coldTable } from "./report/cold-report.ts";
import { saveJson } from "./report/save.ts";
import { buildProgram } from "./run/build.ts";
import { commandLine, refuse, wholeNumber } from "./run/command-line.ts";
import { describeMachine, machineLines } from "./run/machine.ts";

const HELP = `npm run bench:cold -- [options]

Measures the first question of each kind, for which no index exists yet, and the building of its indexes in slices, in
milliseconds of the processor.

  --size POSTS  Posts in the content (1000000)
  --kind TEXT   Only questions of the kinds that have this in their name
  --help        Show this help`;

const given = commandLine(HELP, {
  size: { type: "string", default: "1000000" },
  kind: { type: "string", default: "" },
});
const posts = wholeNumber("size", given.size);
if (kindsWith(given.kind).length === 0) refuse(`No kind of question has "${given.kind}" in its name`);

const machine = describeMachine();
console.log(machineLines(machine).join("\n"));
const program = buildProgram("bench/engine/measure-cold.ts");
const flags = ["--expose-gc", "--max-old-space-size=20000", "--min-semi-space-size=16"];
const output = execFileSync(process.execPath, [...flags, program, String(posts), given.kind], {
  encoding: "utf8",
  maxBuffer: 1e8,
  stdio: ["ignore", "pipe", "inherit"],
});
const results: readonly Cold[] = JSON.parse(output);
console.log(`\n${posts} posts\n\n${coldTable(results)}\n`);
console.log(await saveJson("cold", { machine, posts, results }));
