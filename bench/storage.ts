import { buildRevision, buildWorkingTree, commitOf } from "./run/build.ts";
import { commandLine, flag, seconds, someOf, text, whole } from "./run/command-line.ts";
import { printMachine } from "./run/machine.ts";
import { Progress } from "./run/progress.ts";
import { save } from "./run/report.ts";
import { withFolder } from "./run/with-folder.ts";
import { alone } from "./storage/alone.ts";
import { BESIDE, measureFlush } from "./storage/flush.ts";
import { measureRecovery, stepsOfRecovery } from "./storage/measure-recovery.ts";
import { type StorageResults, storageTables } from "./storage/storage-report.ts";

const PARTS = ["flush", "recovery", "stalls", "updates"] as const;

const given = commandLine("storage", {
  part: someOf("Only this one", PARTS, PARTS),
  compare: text("REV", "flush: another revision's journal too", undefined),
  beside: someOf("flush: this too", BESIDE, []),
  clients: whole("NUMBER", "flush: connections", 1),
  rounds: whole("NUMBER", "flush: rounds of each", 15),
  requests: whole("NUMBER", "flush: writes in a round", 300),
  duration: seconds("updates: how long each is measured (5)", undefined),
  quick: flag("One turn instead of three, a tenth of the commits and documents, and two seconds"),
});
const asked = new Set(PARTS.filter((part) => given.part.includes(part)));
const commit = given.compare === undefined ? null : commitOf(given.compare);
const duration = given.duration ?? (given.quick ? 2 : 5);
const turns = given.quick ? 1 : 3;
const share = given.quick ? 0.1 : 1;

const machine = printMachine();
const build = buildWorkingTree();
const steps = { flush: 1, recovery: stepsOfRecovery(turns), stalls: 1, updates: 1 };
const progress = new Progress([...asked].reduce((sum, part) => sum + steps[part], 0));
const inFolder = <R>(step: string, measure: (options: { build: string; folder: string }) => Promise<R>) => {
  progress.begin(step);
  return withFolder((folder) => measure({ build: build.folder, folder }));
};

const results: StorageResults = {
  ...(asked.has("flush") && { flush: await flushed() }),
  ...(asked.has("recovery") && { recovery: await measureRecovery(build.folder, 1_000_000 * share, turns, progress) }),
  ...(asked.has("stalls") && { stalls: await stalled(100_000 * share) }),
  // This many posts take 100 MB in lowdb's file.
  ...(asked.has("updates") && { updates: await updated(165_000 * share) }),
};
progress.end();
console.log(`\n${storageTables(results)}\n`);
await save("storage", { machine, ...results });

async function flushed() {
  progress.begin("durable writes by turns");
  const { beside, clients, rounds, requests: perRound } = given;
  const builds = commit === null ? [build] : [build, await buildRevision(commit)];
  return { clients, sides: await measureFlush({ builds, beside, clients, rounds, perRound }) };
}

async function stalled(posts: number) {
  return { posts, ...(await inFolder("reads during a snapshot", (place) => alone("stalls", { ...place, posts }))) };
}

function updated(posts: number) {
  return inFolder("one update of much", (place) => alone("updates", { ...place, posts, seconds: duration }));
}
