import { EventEmitter } from "node:events";
import { setFlagsFromString } from "node:v8";
import { vi } from "vitest";
import { run } from "../../../transport/cli/run.ts";
import { type Ended, type Surroundings, urlIn } from "./command-line.ts";

/** Where a command runs; without a folder it must not look at the process's. */
type Place = Partial<Omit<Surroundings, "program">>;

type Output = Omit<Ended, "code">;

/**
 * The command line in this process: quick, for calls by which neither the process itself nor its signals are tested. One
 * at a time, since the folder and the standard output are the whole process's.
 */
export function runHere(args: readonly string[], place: Place = {}): Promise<Ended> {
  return inPlace(place, async (output) => ({ code: await run(args, place.environment ?? {}), ...output }));
}

/** A server in this process for the time of `use`, with its log in lines. It ends as SIGTERM ends one. */
export function withServerHere<T>(
  args: readonly string[],
  place: Place,
  use: (server: Output, url: string) => Promise<T>,
): Promise<T> {
  return inPlace(place, async (output, signals) => {
    const ended = run([...args, "--log-format", "lines"], place.environment ?? {});
    try {
      const url = await Promise.race([vi.waitUntil(() => urlIn(output.out), WAIT), ended]);
      if (typeof url === "number") throw new Error(`Ended too early:\n${output.out}${output.errors}`);
      return await use(output, url);
    } finally {
      signals.emit("SIGTERM", "SIGTERM");
      await ended;
    }
  });
}

const SIGNALS: readonly (string | symbol)[] = ["SIGINT", "SIGTERM", "SIGHUP"];
const WAIT = { timeout: 120_000, interval: 20 };

/** Takes over everything of this process that a command uses, and puts it back. */
async function inPlace<T>({ folder }: Place, use: (output: Output, signals: EventEmitter) => Promise<T>): Promise<T> {
  const output = { out: "", errors: "" };
  const signals = new EventEmitter();
  using _out = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    output.out += text;
    return true;
  });
  using _errors = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    output.errors += text;
    return true;
  });
  const on = process.on.bind(process);
  using _signals = vi.spyOn(process, "on").mockImplementation((name, listener) => {
    (SIGNALS.includes(name) ? signals.on.bind(signals) : on)(name, listener);
    return process;
  });
  const before = process.cwd();
  if (folder !== undefined) process.chdir(folder);
  try {
    return await use(output, signals);
  } finally {
    process.chdir(before);
    // A server switches it off.
    setFlagsFromString("--allocation-site-pretenuring");
  }
}
