import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { madeOnce } from "../support/made-once.ts";
import { bundleServer, type StartedServer, startServer } from "../support/servers/start-server.ts";

const SERVER = new URL("./server.ts", import.meta.url);
const LIBRARY = fileURLToPath(new URL("./faulty-disk.c", import.meta.url));

/** The faults are made by a library in C, for Linux. */
export const CAN_FAULT = process.platform === "linux" && spawnSync("cc", ["--version"]).status === 0;

/** Starts a server over a folder whose disk misbehaves as the faults say; see faulty-disk.c. */
export type StartFaulty = (folder: string, faults: Readonly<Record<string, string>>) => Promise<StartedServer>;

/** Makes the library and the server. */
export async function prepareFaults(): Promise<StartFaulty> {
  const library = await compileFaults();
  const program = await bundleServer(SERVER);
  return (data, faults) => startServer(program, [data], { env: { ...faults, LD_PRELOAD: library } });
}

/** Compiles what makes the faults; gives its path. */
export const compileFaults = madeOnce(async (folder) => {
  const library = join(folder, "faulty-disk.so");
  await promisify(execFile)("cc", ["-shared", "-fPIC", "-O1", "-o", library, LIBRARY, "-ldl"]);
  return library;
});
