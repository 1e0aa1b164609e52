import { fileURLToPath } from "node:url";
import { runPinned, SERVER_CORE } from "../run/pinned.ts";

/** The measurements without HTTP, by the names of their files in `alone/`. */
interface Measurements {
  readonly fill: typeof import("./alone/fill.ts").default;
  readonly recover: typeof import("./alone/recover.ts").default;
  readonly stalls: typeof import("./alone/stalls.ts").default;
  readonly updates: typeof import("./alone/updates.ts").default;
}

/** The location of a journal, and the build that reads or writes it. */
export interface JournalOptions {
  readonly build: string;
  readonly folder: string;
}

/** Runs one of them in a new process, on the servers' core. Rejects if it fails. */
export async function alone<Name extends keyof Measurements>(
  name: Name,
  options: Parameters<Measurements[Name]>[0],
): Promise<Awaited<ReturnType<Measurements[Name]>>> {
  const program = fileURLToPath(new URL("run-alone.ts", import.meta.url));
  const node = ["--max-old-space-size=8192", "--import", import.meta.resolve("tsx")];
  return JSON.parse(await runPinned(SERVER_CORE, process.execPath, [...node, program, JSON.stringify(options), name]));
}
