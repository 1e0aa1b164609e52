import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Load, LoadGenerator, LoadOptions } from "../../transport/cli/bench/load.ts";
import { installPeers } from "../run/peers.ts";
import { LOAD_CORE, runPinned } from "../run/pinned.ts";
import { withFolder } from "../run/with-folder.ts";

const PROGRAM = fileURLToPath(new URL("autocannon-process.ts", import.meta.url));

/**
 * autocannon in a process of its own, for machines without wrk. It uses more CPU than a fast server, so rates above
 * some ten thousand per second are its own limit. Its times are in whole milliseconds.
 */
export const AUTOCANNON: LoadGenerator = {
  name: "autocannon",
  run: (options) => withFolder((folder) => runIn(folder, options)),
};

async function runIn(folder: string, options: LoadOptions): Promise<Load> {
  installPeers();
  const file = join(folder, "options.json");
  await writeFile(file, JSON.stringify(options));
  const out = await runPinned(LOAD_CORE, process.execPath, ["--import", import.meta.resolve("tsx"), PROGRAM, file]);
  return JSON.parse(out);
}
