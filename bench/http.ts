import { WORKLOAD_NAMES } from "../transport/cli/bench/workload-names.ts";
import { WORKLOADS } from "../transport/cli/bench/workloads.ts";
import type { Contestant } from "./contestant.ts";
import { defaultGalley, FLOORS, galleys, galleysByLocales } from "./contestants.ts";
import { sizeOf } from "./data.ts";
import { chooseGenerator } from "./load/choose.ts";
import type { Conditions } from "./measure.ts";
import { measureAll } from "./measure-all.ts";
import { PEER_NAMES, peer } from "./peers.ts";
import { httpChart, httpTables } from "./report/http-report.ts";
import { save } from "./report/save.ts";
import { type Build, buildRevision, buildWorkingTree, commitOf } from "./run/build.ts";
import { choicesIn, commandLine, secondsIn, wholeNumber } from "./run/command-line.ts";
import { describeMachine, machineLines } from "./run/machine.ts";
import { Servers } from "./run/servers.ts";

const HELP = `npm run bench -- http [options]

  --workload NAME    Only this one; may be repeated: ${WORKLOAD_NAMES.join(", ")}
  --peers NAME       Compare with json-server (default), strapi, or none; may be repeated
  --compare REV      Compare the working tree with another revision instead
  --locales          Compare localized posts in one locale with the same beside four others instead
  --size POSTS       Posts in the content (10000)
  --duration SECONDS How long each contestant is measured, after a warm-up of half of it (6)
  --quick            One second each, in one turn instead of two, with one process for all that is read
  --help             Show this help`;

const given = commandLine(HELP, {
  locales: { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
  workload: { type: "string", multiple: true, default: [...WORKLOAD_NAMES] },
  peers: { type: "string", multiple: true, default: ["json-server"] },
  duration: { type: "string" },
  size: { type: "string", default: "10000" },
  compare: { type: "string" },
});
const asked = choicesIn("workload", given.workload, WORKLOAD_NAMES);
const peers = choicesIn("peers", given.peers, [...PEER_NAMES, "none"]);
const seconds = secondsIn("duration", given.duration ?? (given.quick ? "1" : "6"));
const size = sizeOf(wholeNumber("size", given.size));
const revision = given.compare === undefined ? null : commitOf(given.compare);

await run();

async function run(): Promise<void> {
  const generator = chooseGenerator();
  const machine = describeMachine();
  const lines = [...machineLines(machine), `load by ${generator.name}`];
  console.log(lines.join("\n"));

  const build = buildWorkingTree();
  const contestants = await contestantsOf(build);
  const conditions: Conditions = {
    size,
    servers: new Servers(size, given.quick ? "run" : "workload"),
    seconds,
    generator,
  };
  const workloads = WORKLOADS.filter(({ name }) => asked.includes(name));

  const measured = await measureAll(workloads, contestants, defaultGalley(build), conditions, given.quick ? 1 : 2);
  console.log(`\n${httpTables(measured)}\n`);
  const svg = httpChart(`Galley over HTTP, ${given.size} posts`, lines, measured);
  const saved = await save("http", { machine, size, seconds, generator: generator.name, measured }, svg);
  console.log(saved.join("\n"));
}

async function contestantsOf(build: Build): Promise<readonly Contestant[]> {
  if (given.locales) return [...FLOORS.slice(0, 1), ...galleysByLocales(build)];
  if (revision === null) {
    return [...FLOORS, ...galleys(build), ...PEER_NAMES.filter((name) => peers.includes(name)).map(peer)];
  }
  return [...FLOORS.slice(0, 1), ...[build, await buildRevision(revision)].map(defaultGalley)];
}
