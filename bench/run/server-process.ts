import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SERVER_CORE, spawnPinned } from "./pinned.ts";

/** A server under test. */
export interface Server {
  readonly port: number;
  /** Seconds of CPU it has used so far; null where the system does not tell. */
  cpuSeconds(): number | null;
  stop(): Promise<void>;
}

/** Starts one of the programs in `servers/` in a process of its own. It writes its port when it is ready. */
export function startServer(program: string, options: object, nodeOptions: readonly string[] = []): Promise<Server> {
  const path = fileURLToPath(new URL(`../servers/${program}`, import.meta.url));
  const args = [...nodeOptions, "--import", import.meta.resolve("tsx"), path, JSON.stringify(options)];
  const child = spawnPinned(SERVER_CORE, process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const pid = child.pid ?? 0;
  const stop = (): Promise<void> => {
    child.kill("SIGKILL");
    return ended;
  };
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`${program} ended with ${code} before it listened`)));
    child.stdout?.once("data", (line) => resolve({ port: Number(line), cpuSeconds: () => cpuSecondsOf(pid), stop }));
  });
}

/** The system counts in hundredths of a second. */
const TICKS = 100;

export function cpuSecondsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the program's name, which may hold blanks: user time is the 12th field, system time the 13th.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return null;
  }
}
