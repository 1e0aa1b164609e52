import { chooseGenerator } from "./load/choose.ts";
import { saveJson } from "./report/save.ts";
import { type StorageResults, storageTables } from "./report/storage-report.ts";
import { type Build, buildWorkingTree } from "./run/build.ts";
import { choicesIn, commandLine, secondsIn } from "./run/command-line.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { Progress } from "./run/progress.ts";
import { withFolder } from "./run/with-folder.ts";
import { alone } from "./storage/alone.ts";
import { measureRecovery, stepsOfRecovery } from "./storage/measure-recovery.ts";
import { measureWrites, stepsOfWrites } from "./storage/measure-writes.ts";

const HELP = `npm run bench -- storage [options]

  --part NAME        writes, recovery, stalls or updates; again for more of them (all)
  --duration SECONDS How long each rate is measured, after a warm-up of half of it (5)
  --quick            Two seconds each in one turn instead of three, and a tenth of the commits and documents
  --help             Show this help`;

const PARTS = ["writes", "recovery", "stalls", "updates"] as const;

const given = commandLine(HELP, {
  part: { type: "string", multiple: true, default: [...PARTS] },
  quick: { type: "boolean", default: false },
  duration: { type: "string" },
});
const parts = choicesIn("part", given.part, PARTS);
const seconds = secondsIn("duration", given.duration ?? (given.quick ? "2" : "5"));

await run();

async function run(): Promise<void> {
  const generator = chooseGenerator();
  const machine = describeMachine();
  console.log([...machineLines(machine), `load by ${generator.name}`].join("\n"));

  const build = buildWorkingTree();
  const turns = given.quick ? 1 : 3;
  const share = given.quick ? 0.1 : 1;
  const asked = new Set(PARTS.filter((part) => parts.includes(part)));
  const progress = new Progress([...asked].reduce((sum, part) => sum + stepsOf(part, build, turns), 0));
  const inFolder = <R>(step: string, measure: (options: { build: string; folder: string }) => Promise<R>) => {
    progress.begin(step);
    return withFolder((folder) => measure({ build: build.folder, folder }));
  };
  const measureStalls = async (posts: number) => {
    const stalls = await inFolder("reads during a snapshot", (options) => alone("stalls", { ...options, posts }));
    return { ...stalls, posts };
  };
  const measureUpdates = async (posts: number) => {
    const measure = (options: { build: string; folder: string }) => alone("updates", { ...options, posts, seconds });
    return { ...(await inFolder("one update of much", measure)), posts };
  };

  const results: StorageResults = {
    ...(asked.has("writes") && { writes: await measureWrites(build, generator, seconds, turns, progress) }),
    ...(asked.has("recovery") && {
      recovery: await measureRecovery(build.folder, 1_000_000 * share, turns, progress),
    }),
    ...(asked.has("stalls") && { stalls: await measureStalls(100_000 * share) }),
    // This many posts take 100 MB in lowdb's file.
    ...(asked.has("updates") && { updates: await measureUpdates(165_000 * share) }),
  };
  progress.end();
  console.log(`\n${storageTables(results)}\n`);
  console.log(await saveJson("storage", { machine, seconds, generator: generator.name, ...results }));
}

function stepsOf(part: (typeof PARTS)[number], build: Build, turns: number): number {
  if (part === "writes") return stepsOfWrites(build, turns);
  return part === "recovery" ? stepsOfRecovery(turns) : 1;
}
