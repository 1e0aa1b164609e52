import type { ListenerName } from "../config.ts";
import type { Listener } from "../port.ts";
import { nodeListener } from "./node.ts";
import { takesSplitRequestLines } from "./split-request-line.ts";
import { loadUws } from "./uws.ts";

/**
 * The listener for a host; `auto` is uWebSockets.js where its native binary loads and is fit for the host's network,
 * else node:http. `tell` hears in one line when `auto` has to do without uWebSockets.js.
 *
 * @throws Error when uWebSockets.js is demanded and does not load.
 */
export async function chooseListener(
  choice: ListenerName,
  host: string,
  tell: (line: string) => void,
): Promise<Listener> {
  if (choice === "node") return nodeListener;
  if (choice === "uws") return loadUws();
  try {
    const uws = await loadUws();
    if (isLoopback(host) || (await takesSplitRequestLines(uws))) return uws;
    tell(`Listening with node:http, because ${UNFIT}`);
  } catch (error) {
    tell(`Listening with node:http, because ${error instanceof Error ? error.message : String(error)}`);
  }
  return nodeListener;
}

const UNFIT = "this build of uWebSockets.js refuses long requests that arrive in pieces, as they do over a network";

/** Within a machine requests arrive in one piece. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
