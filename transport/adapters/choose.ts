import { reasonOf } from "../../storage/core.ts";
import type { Listener } from "../http/port.ts";
import { isLoopback } from "./is-loopback.ts";
import type { ListenerName } from "./listener-name.ts";
import { nodeListener } from "./node/node.ts";
import { takesSplitRequestLines } from "./shared/split-request-line.ts";
import { loadUws } from "./uws/uws.ts";

/**
 * Selects the listener for a host. `auto` is uWebSockets.js on a loopback address if its native binary loads, else
 * node:http: hosts that strangers can reach get the stricter parser. `tell` is called with one line for the operator.
 *
 * @throws Error if uWebSockets.js is required and does not load.
 */
export async function chooseListener(
  choice: ListenerName,
  host: string,
  tell: (line: string) => void,
): Promise<Listener> {
  if (choice === "node") return nodeListener;
  if (choice === "uws") return demandUws(host, tell);
  if (!isLoopback(host)) {
    tell(`Listening with node:http, because others may reach ${host}; ${FORCE}`);
    return nodeListener;
  }
  try {
    return await loadUws();
  } catch (error) {
    tell(`Listening with node:http, because ${reasonOf(error)}`);
    return nodeListener;
  }
}

const FORCE = '`--listener uws` takes the faster, less strict one (SECURITY.md, "Two listeners")';

async function demandUws(host: string, tell: (line: string) => void): Promise<Listener> {
  const uws = await loadUws();
  // On loopback, requests arrive in one piece.
  if (!isLoopback(host) && !(await takesSplitRequestLines(uws))) {
    tell("This build of uWebSockets.js refuses long requests that arrive in pieces, as they do over a network");
  }
  return uws;
}
