import { DROPPED, type Handler } from "../http/port.ts";

const SENTENCE = "is no handler of node:http or Express: use toNodeHandler(galley) of galley/node";

/**
 * Whether a server of node:http has called a function that is no handler of it, with its response as the second argument:
 * the response then says what to use, so that neither the process ends nor the client waits.
 */
export function refuseServer(name: string, response: unknown): boolean {
  if (typeof response !== "object" || response === null) return false;
  const { writeHead, end } = response as { readonly writeHead?: unknown; readonly end?: unknown };
  if (typeof writeHead !== "function" || typeof end !== "function") return false;
  writeHead.call(response, 500, { "content-type": "text/plain; charset=utf-8" });
  end.call(response, `${name} ${SENTENCE}\n`);
  return true;
}

/** The handler, which refuses to be called by a server of node:http. */
export function refusingServers(handler: Handler): Handler {
  return (request, ...more: readonly unknown[]) =>
    more.length > 0 && refuseServer("galley.handler", more[0]) ? DROPPED : handler(request);
}
