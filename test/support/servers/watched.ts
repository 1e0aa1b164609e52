import { statSync } from "node:fs";
import { dirname } from "node:path";
import { serveWatched } from "../../../transport/cli/serve/serve-watched.ts";
import { ServedSource } from "../../../transport/cli/serve/served-source.ts";
import { parseArguments } from "../../../transport/cli/usage/usage.ts";
import { USAGES } from "../../../transport/cli/usage/usages.ts";
import { Caller } from "../requests/caller.ts";

/** A server that applies edits. */
export interface Watched {
  /** Its log, one JSON text on a line. */
  readonly out: string;
  /** With all rights. */
  readonly caller: Caller;
}

/** `galley PATH --watch` in this process, on a free port, for the time of `use`; its configuration is beside PATH. */
export async function withWatched(
  path: string,
  args: readonly string[],
  use: (watched: Watched) => Promise<void>,
): Promise<void> {
  const watched = { out: "" };
  const write = (fields: object, message: string) => {
    watched.out += `${JSON.stringify({ ...fields, message })}\n`;
  };
  const log = { info: write, warn: write, error: write };
  const given = parseArguments(USAGES.serve, [path, "--watch", "--port", "0", ...args]);
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const source = new ServedSource(given, { GALLEY_TOKEN: "given" }, folder);
  const serving = await serveWatched(await source.find(await source.configure(), log), source, log);
  try {
    await use(Object.assign(watched, { caller: new Caller(serving.listening.url, "given") }));
  } finally {
    await serving.close();
  }
}
