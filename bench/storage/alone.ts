import { fileURLToPath } from "node:url";
import { runPinned, SERVER_CORE } from "../run/pinned.ts";
import type { Programs } from "./programs.ts";

/** Runs one of the programs in `alone/` in a new process, on the servers' core. Rejects if it fails. */
export async function alone<Name extends keyof Programs>(
  name: Name,
  options: Programs[Name]["options"],
): Promise<Programs[Name]["result"]> {
  const program = fileURLToPath(new URL(`alone/${name}.ts`, import.meta.url));
  const node = ["--max-old-space-size=8192", "--import", import.meta.resolve("tsx")];
  return JSON.parse(await runPinned(SERVER_CORE, process.execPath, [...node, program, JSON.stringify(options)]));
}
