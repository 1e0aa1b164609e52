import { readFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, release, totalmem } from "node:os";
import { join } from "node:path";
import { revisionHere } from "./build.ts";
import { ROOT } from "./folders.ts";
import { CAN_PIN } from "./pinned.ts";

/** The machine and the versions that a benchmark ran with. */
export type Machine = ReturnType<typeof describeMachine>;

function describeMachine() {
  const cores = cpus();
  return {
    at: new Date().toISOString(),
    cpu: cores[0]?.model.trim() ?? "unknown",
    cores: cores.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    galley: revisionHere(),
    uWebSockets: versionOf("uWebSockets.js"),
    /** Whether server and load generator each had a core of their own. */
    pinned: CAN_PIN,
    /** The load average over the minute before. */
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

/** Describes the machine, and prints that. */
export function printMachine(): Machine {
  const machine = describeMachine();
  console.log(machineLines(machine).join("\n"));
  return machine;
}

export function machineLines(machine: Machine): readonly string[] {
  const { cpu, cores, memoryGiB, system, node, galley, uWebSockets, pinned, loadBefore, at } = machine;
  return [
    `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}; ${at}`,
    `Node ${node}, Galley ${galley}, uWebSockets.js ${uWebSockets}`,
    pinned ? "server on core 0, load on core 1" : "NOT PINNED: server and load share cores, figures say little",
    ...(loadBefore > 0.5 ? [`BUSY MACHINE: load ${loadBefore} before the run, figures say little`] : []),
  ];
}

function versionOf(name: string): string {
  try {
    return JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")).version;
  } catch {
    return "not installed";
  }
}

/** The load average over the last minute. */
export function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}
