import { parseArgs } from "node:util";
import { chooseGenerator } from "./load/choose.ts";
import { saveJson } from "./report/save.ts";
import { type StorageResults, storageTables } from "./report/storage-report.ts";
import { buildWorkingTree } from "./run/build.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { Progress } from "./run/progress.ts";
import { withFolder } from "./run/with-folder.ts";
import { alone } from "./storage/alone.ts";
import { measureRecovery, SOURCES } from "./storage/measure-recovery.ts";
import { measureWrites, stepsOfWrites } from "./storage/measure-writes.ts";

const HELP = `npm run bench:storage -- [options]

  --duration SECONDS How long each rate is measured, after a warm-up of half of it (5)
  --quick            Two seconds each in one turn instead of two, and a tenth of the commits and documents
  --help             Show this help`;

const { values: given } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    duration: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

if (given.help) console.log(HELP);
else await run();

async function run(): Promise<void> {
  const generator = chooseGenerator();
  const machine = describeMachine();
  console.log([...machineLines(machine), `load by ${generator.name}`].join("\n"));

  const build = buildWorkingTree();
  const seconds = Number(given.duration ?? (given.quick ? 2 : 5));
  const turns = given.quick ? 1 : 2;
  const share = given.quick ? 0.1 : 1;
  const progress = new Progress(stepsOfWrites(build, turns) + SOURCES.length * (1 + turns) + 2);

  const writes = await measureWrites(build, generator, seconds, turns, progress);
  const recovery = await measureRecovery(build.folder, 1_000_000 * share, turns, progress);
  const inFolder = <R>(step: string, measure: (options: { build: string; folder: string }) => Promise<R>) => {
    progress.begin(step);
    return withFolder((folder) => measure({ build: build.folder, folder }));
  };
  const posts = 100_000 * share;
  const stalls = await inFolder("reads during a snapshot", (options) => alone("stalls", { ...options, posts }));
  // So many posts are 100 MB in lowdb's file.
  const many = 165_000 * share;
  const updates = await inFolder("one update of much", (options) =>
    alone("updates", { ...options, posts: many, seconds }),
  );
  progress.end();

  const results: StorageResults = {
    writes,
    recovery,
    stalls: { ...stalls, posts },
    updates: { ...updates, posts: many },
  };
  console.log(`\n${storageTables(results)}\n`);
  console.log(await saveJson("storage", { machine, seconds, generator: generator.name, ...results }));
}
