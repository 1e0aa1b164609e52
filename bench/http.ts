import { WORKLOAD_NAMES } from "../transport/cli/bench/workload-names.ts";
import { WORKLOADS } from "../transport/cli/bench/workloads.ts";
import { sizeOf } from "./content/data.ts";
import type { Contestant } from "./http/contestant.ts";
import { defaultGalley, FLOORS, galleys, galleysByLocales } from "./http/contestants.ts";
import { httpChart, httpTables } from "./http/http-report.ts";
import { chooseGenerator } from "./http/load/generators.ts";
import { measureAll } from "./http/measure-all.ts";
import { PEER_NAMES, peer } from "./http/peers.ts";
import { Servers } from "./http/servers.ts";
import { type Build, buildRevision, buildWorkingTree, commitOf } from "./run/build.ts";
import { commandLine, flag, seconds, someOf, text, whole } from "./run/command-line.ts";
import { machineLines, printMachine } from "./run/machine.ts";
import { save } from "./run/report.ts";

const given = commandLine("http", {
  workload: someOf("Only this one", WORKLOAD_NAMES, WORKLOAD_NAMES),
  peers: someOf("Compare with this server", [...PEER_NAMES, "none"], ["json-server"]),
  compare: text("REV", "Compare the working tree with another revision instead", undefined),
  locales: flag("Compare localized posts in one locale with the same beside four others instead"),
  size: whole("POSTS", "Posts in the content", 10_000),
  duration: seconds("How long each contestant is measured, after a warm-up of half of it (6)", undefined),
  quick: flag("One second each, in one turn instead of two, with one process for all that is read"),
});
const revision = given.compare === undefined ? null : commitOf(given.compare);
const duration = given.duration ?? (given.quick ? 1 : 6);
const size = sizeOf(given.size);

const generator = chooseGenerator();
const machine = printMachine();
console.log(`load by ${generator.name}`);
const build = buildWorkingTree();
await using servers = new Servers(size, given.quick ? "run" : "workload");
const measured = await measureAll(
  WORKLOADS.filter(({ name }) => given.workload.includes(name)),
  await contestantsOf(build),
  defaultGalley(build),
  { size, servers, seconds: duration, generator },
  given.quick ? 1 : 2,
);
console.log(`\n${httpTables(measured)}\n`);
const lines = [...machineLines(machine), `load by ${generator.name}`];
const svg = httpChart(`Galley over HTTP, ${given.size} posts`, lines, measured);
await save("http", { machine, size, seconds: duration, generator: generator.name, measured }, svg);

async function contestantsOf(build: Build): Promise<readonly Contestant[]> {
  if (given.locales) return [FLOORS.uws, ...galleysByLocales(build)];
  if (revision !== null) return [FLOORS.uws, ...[build, await buildRevision(revision)].map(defaultGalley)];
  return [
    ...Object.values(FLOORS),
    ...galleys(build),
    ...PEER_NAMES.filter((name) => given.peers.includes(name)).map(peer),
  ];
}
