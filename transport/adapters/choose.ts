import type { ListenerName } from "../config.ts";
import type { Listener } from "../port.ts";
import { nodeListener } from "./node.ts";
import { loadUws } from "./uws.ts";

/**
 * The listener to use; `auto` is uWebSockets.js where its native binary loads, else node:http. `tell` hears in one line when `auto` has to do without uWebSockets.js.
 *
 * @throws Error when uWebSockets.js is demanded and does not load.
 */
export async function chooseListener(choice: ListenerName, tell: (line: string) => void): Promise<Listener> {
  if (choice === "node") return nodeListener;
  try {
    return await loadUws();
  } catch (error) {
    const reason = reasonOf(error);
    if (choice === "uws") throw new Error(`uWebSockets.js does not load here: ${reason}`, { cause: error });
    tell(`Listening with node:http, because uWebSockets.js does not load here: ${reason}`);
    return nodeListener;
  }
}

/** The loader's message goes on about supported versions; what failed is its last line. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n").at(-1)?.trim() ?? "";
}
