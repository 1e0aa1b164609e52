import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { cpus } from "node:os";

/** The core of the servers, and the one of the load generator. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/** Whether processes can be pinned to a core here; otherwise results depend on the scheduler. */
export const CAN_PIN = cpus().length > 1 && isInstalled("taskset");

export function isInstalled(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

/** Starts a program on one core, if that is possible; on all of them for null. */
export function spawnOn(
  core: number | null,
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  if (core === null || !CAN_PIN) return spawn(program, [...args], options);
  return spawn("taskset", ["-c", String(core), program, ...args], options);
}

/** Runs a program to its end and returns its output. Rejects if it fails. */
export function runPinned(core: number, program: string, args: readonly string[]): Promise<string> {
  const child = spawnOn(core, program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let errors = "";
  child.stdout?.on("data", (data) => {
    out += data;
  });
  child.stderr?.on("data", (data) => {
    errors += data;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(out);
      else reject(new Error(`${program} ended with ${code}: ${errors || out}`));
    });
  });
}
