import { parseArgs } from "node:util";
import { WORKLOADS, type Workload } from "../transport/cli/bench/workloads.ts";
import type { Contestant } from "./contestant.ts";
import { defaultGalley, FLOORS, galleys } from "./contestants.ts";
import { type Size, sizeOf } from "./data.ts";
import { WRK } from "./load/wrk.ts";
import { type Conditions, type Measurement, measure } from "./measure.ts";
import { httpChart, httpTables } from "./report/http-report.ts";
import { save } from "./report/save.ts";
import { type Build, buildRevision, buildWorkingTree } from "./run/build.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { Progress } from "./run/progress.ts";
import { withFolder } from "./run/with-folder.ts";
import { postsSubject } from "./subject.ts";

const { values: given } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    workload: { type: "string", multiple: true },
    duration: { type: "string" },
    size: { type: "string" },
    compare: { type: "string" },
  },
});

const machine = describeMachine();
console.log(machineLines(machine).join("\n"));

const build = buildWorkingTree();
const builds = given.compare === undefined ? [build] : [build, await buildRevision(given.compare)];
const contestants =
  given.compare === undefined ? [...FLOORS, ...galleys(build)] : [...FLOORS.slice(0, 1), ...builds.map(defaultGalley)];
const workloads = WORKLOADS.filter(({ name }) => given.workload?.includes(name) ?? true);
const conditions: Conditions = {
  size: sizeOf(Number(given.size ?? 10_000)),
  seconds: Number(given.duration ?? (given.quick ? 2 : 6)),
  generator: WRK,
};

const measured = await measureAll(workloads, contestants, given.quick ? 1 : 2);
console.log(`\n${httpTables(measured)}\n`);
const svg = httpChart("Galley over HTTP", machineLines(machine), measured);
const { size, seconds, generator } = conditions;
const saved = await save("http", { machine, size, seconds, generator: generator.name, measured }, svg);
console.log(saved.join("\n"));

/** Each workload by each contestant, in turns, every other turn in reversed order; the better of the turns counts. */
async function measureAll(
  workloads: readonly Workload[],
  contestants: readonly Contestant[],
  turns: number,
): Promise<readonly Measurement[]> {
  const rounds = workloads.map((workload) => ({ workload, all: contestants.filter((each) => each.takes(workload)) }));
  const progress = new Progress(turns * rounds.reduce((sum, { all }) => sum + all.length, 0));
  const results: Measurement[] = [];
  for (const { workload, all } of rounds) {
    const answer = await firstAnswer(build, workload, conditions.size);
    const best = new Map<Contestant, Measurement>();
    for (let turn = 0; turn < turns; turn++) {
      for (const contestant of turn % 2 === 0 ? all : [...all].reverse()) {
        progress.begin(`${workload.name}: ${contestant.name}`);
        const result = await measure(contestant, workload, conditions, answer);
        const before = best.get(contestant);
        if (before === undefined || before.rate < result.rate) best.set(contestant, result);
      }
    }
    results.push(...all.flatMap((contestant) => best.get(contestant) ?? []));
  }
  progress.end();
  return results;
}

/** What the floors answer: the real answer to the workload's first wish. */
function firstAnswer(build: Build, workload: Workload, size: Size): Promise<Uint8Array> {
  return withFolder(async (folder) => {
    const galley = defaultGalley(build);
    const server = await galley.start({ size, folder, answer: "" });
    try {
      const wish = workload.wish(0, postsSubject(size));
      const request = wish === null ? null : galley.request(wish);
      if (request?.method !== "GET") return new Uint8Array();
      const response = await fetch(`http://127.0.0.1:${server.port}${request.path}`);
      if (!response.ok) throw new Error(`${workload.name}: ${response.status} ${await response.text()}`);
      return new Uint8Array(await response.arrayBuffer());
    } finally {
      await server.stop();
    }
  });
}
