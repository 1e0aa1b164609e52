import { execFileSync, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SERVER = new URL("./server.ts", import.meta.url);
const SOURCE = fileURLToPath(new URL("./faulty-disk.c", import.meta.url));

/** The faults are made by a library in C, for Linux. */
export const CAN_FAULT = process.platform === "linux" && spawnSync("cc", ["--version"]).status === 0;

/** Compiles the library; gives its path. */
export function compileFaults(folder: string): string {
  const library = join(folder, "faulty-disk.so");
  execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"]);
  return library;
}

export interface FaultyServer {
  readonly url: string;
  kill(): Promise<void>;
}

/** A server whose disk misbehaves as `faults` say; see faulty-disk.c. */
export async function startFaulty(
  folder: string,
  library: string,
  faults: Readonly<Record<string, string>>,
): Promise<FaultyServer> {
  const env = { ...process.env, ...faults, LD_PRELOAD: library };
  const server = fork(SERVER, [folder], { execArgv: ["--import", "tsx"], env });
  const [url] = await once(server, "message");
  return {
    url: String(url),
    kill: async () => {
      server.kill("SIGKILL");
      await once(server, "exit");
    },
  };
}
