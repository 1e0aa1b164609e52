import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Load, LoadGenerator, LoadOptions } from "../../../transport/cli/bench/load.ts";
import { isInstalled, LOAD_CORE, runPinned } from "../../run/pinned.ts";
import { withFolder } from "../../run/with-folder.ts";

/** wrk if it is installed, otherwise the client of `galley bench` with a note of the consequences. */
export function chooseGenerator(): LoadGenerator {
  if (isInstalled("wrk")) return { name: "wrk", run: (options) => withFolder((folder) => runWrk(folder, options)) };
  console.log(
    "wrk is not installed (Debian: apt-get install wrk): node:http takes its place, which a fast server waits for",
  );
  return { name: "node:http", run: (options) => withFolder((folder) => runNode(folder, options)) };
}

/** wrk with one thread; durations are in whole seconds. */
async function runWrk(folder: string, { origin, requests, clients, seconds, token }: LoadOptions): Promise<Load> {
  const file = join(folder, "requests.tsv");
  await writeFile(file, requests.map(({ method, path, body }) => `${method}\t${path}\t${body}\n`).join(""));
  const out = await runPinned(LOAD_CORE, "wrk", [
    ...["-t1", `-c${clients}`, `-d${Math.ceil(seconds)}s`, "--timeout", "30s", "-s", besideThis("wrk.lua")],
    ...[origin, "--", file, ...(token === null ? [] : [token])],
  ]);
  const told: Told = JSON.parse(out.trim().split("\n").at(-1) ?? "");
  const { answers } = told;
  return { ...told, rate: answers / told.seconds, bytes: told.bytes / Math.max(1, answers) };
}

/** The last line of the script's output. */
interface Told extends Omit<Load, "rate"> {
  readonly seconds: number;
}

/** node:http in a process of its own. It uses more CPU than a fast server, so rates above some thousands are its own limit. */
async function runNode(folder: string, options: LoadOptions): Promise<Load> {
  const file = join(folder, "options.json");
  await writeFile(file, JSON.stringify(options));
  const program = ["--import", import.meta.resolve("tsx"), besideThis("node-process.ts"), file];
  return JSON.parse(await runPinned(LOAD_CORE, process.execPath, program));
}

function besideThis(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
