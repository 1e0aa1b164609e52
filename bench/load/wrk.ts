import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Load, LoadGenerator, LoadOptions } from "../../transport/cli/bench/load.ts";
import { LOAD_CORE, runPinned } from "../run/pinned.ts";
import { withFolder } from "../run/with-folder.ts";

const SCRIPT = fileURLToPath(new URL("wrk.lua", import.meta.url));

/** wrk with one thread; durations are in whole seconds. */
export const WRK: LoadGenerator = { name: "wrk", run: (options) => withFolder((folder) => runIn(folder, options)) };

async function runIn(folder: string, { origin, requests, clients, seconds, token }: LoadOptions): Promise<Load> {
  const file = join(folder, "requests.tsv");
  await writeFile(file, requests.map(({ method, path, body }) => `${method}\t${path}\t${body}\n`).join(""));
  const out = await runPinned(LOAD_CORE, "wrk", [
    ...["-t1", `-c${clients}`, `-d${Math.ceil(seconds)}s`, "--timeout", "30s", "-s", SCRIPT],
    ...[origin, "--", file, ...(token === null ? [] : [token])],
  ]);
  const told: Told = JSON.parse(out.trim().split("\n").at(-1) ?? "");
  const { answers } = told;
  return { ...told, rate: answers / told.seconds, bytes: told.bytes / Math.max(1, answers) };
}

/** The last line of the script's output. */
interface Told {
  readonly seconds: number;
  readonly answers: number;
  readonly bytes: number;
  readonly failures: number;
  readonly p50: number;
  readonly p99: number;
}
