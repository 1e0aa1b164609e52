import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ALLOCATED, SETTLED } from "../http/servers/asked.ts";
import { SERVER_CORE, spawnOn } from "./pinned.ts";

/** A server under test. */
export interface Server {
  readonly pid: number;
  readonly port: number;
  /** CPU time it has used so far in seconds; null if the system does not report it. */
  cpuSeconds(): number | null;
  /** Bytes that it has allocated on its heap since the call before; only of programs that report them (`reportAllocation`). */
  allocated(): Promise<number>;
  /** Resolves when the work is done that its answers have left behind; only of programs that `reportSettling`. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one of the programs in `http/servers/` in its own process. The program writes its port when it is ready. */
export function startServer(program: string, options: object): Promise<Server> {
  const path = fileURLToPath(new URL(`../http/servers/${program}`, import.meta.url));
  return startProgram(["--import", import.meta.resolve("tsx"), path, JSON.stringify(options)]);
}

interface Surroundings {
  readonly folder?: string;
  readonly environment?: { readonly [name: string]: string };
  /** Null: it may use all cores; the servers' core when absent. */
  readonly core?: number | null;
  /** Whether it answers messages, as the programs in `http/servers/` do; true when absent. */
  readonly isAsked?: boolean;
  /** Finds the port in what it writes when it is ready: alone on a line when absent. */
  readonly portIn?: RegExp;
}

/** Starts any Node program, which writes its port when it is ready. */
export function startProgram(
  args: readonly string[],
  { folder, environment, core = SERVER_CORE, isAsked = true, portIn = /^(\d+)\n/m }: Surroundings = {},
): Promise<Server> {
  const child = spawnOn(core, process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit", ...(isAsked ? (["ipc"] as const) : [])],
    ...(folder !== undefined && { cwd: folder }),
    env: { ...process.env, ...environment },
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const pid = child.pid ?? 0;
  const kill = (): void => {
    child.kill("SIGKILL");
  };
  // A running program must not outlive the benchmark.
  process.once("exit", kill);
  child.once("close", () => process.off("exit", kill));
  const stop = (): Promise<void> => {
    kill();
    return ended;
  };
  const ask = (message: string): Promise<number> => {
    const answered = new Promise<number>((resolve) => child.once("message", (answer) => resolve(Number(answer))));
    child.send(message);
    return answered;
  };
  const allocated = () => ask(ALLOCATED);
  const settled = async () => void (await ask(SETTLED));
  let out = "";
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      reject(new Error(`${args.join(" ")} ended with ${code} before it listened:\n${out}`)),
    );
    child.stdout?.on("data", (text) => {
      out = (out + text).slice(-10_000);
      const port = Number(portIn.exec(out)?.[1]);
      if (port > 0) resolve({ pid, port, cpuSeconds: () => cpuSecondsOf(pid), allocated, settled, stop });
    });
  });
}

export function cpuSecondsOf(pid: number): number | null {
  try {
    // In nanoseconds; the counters of `stat` are in hundredths of a second.
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"),
    );
    return threads.reduce((sum, thread) => sum + Number(thread.split(" ")[0]), 0) / 1e9;
  } catch {
    return null;
  }
}
