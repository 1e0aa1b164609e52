import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleServer, type StartedServer, startServer } from "../support/servers/start-server.ts";

const SERVER = new URL("./server.ts", import.meta.url);
const LIBRARY = fileURLToPath(new URL("./faulty-disk.c", import.meta.url));

/** The faults are made by a library in C, for Linux. */
export const CAN_FAULT = process.platform === "linux" && spawnSync("cc", ["--version"]).status === 0;

/** Starts a server over a folder whose disk misbehaves as the faults say; see faulty-disk.c. */
export type StartFaulty = (folder: string, faults: Readonly<Record<string, string>>) => Promise<StartedServer>;

/** Compiles the library and the server, into a folder that is there for the time of a test. */
export async function prepareFaults(folder: string): Promise<StartFaulty> {
  const library = compileFaults(folder);
  const program = await bundleServer(SERVER);
  return (data, faults) => startServer(program, [data], { env: { ...faults, LD_PRELOAD: library } });
}

/** Compiles what makes the faults; gives its path. */
export function compileFaults(folder: string): string {
  const library = join(folder, "faulty-disk.so");
  execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, LIBRARY, "-ldl"]);
  return library;
}
