import { inBackground } from "../../storage/internal.ts";
import { HttpError } from "../http/http-error.ts";
import type { Guard } from "../http/pipeline.ts";

/** How often the delay of the event loop is measured. */
const INTERVAL = 100;

/** Probes must get through: a server that is too busy to answer them gets killed instead of relieved. */
const FREE = "/_health";

export interface Overload {
  readonly guard: Guard;
  close(): void;
}

/**
 * Refuses requests with 503 while the event loop is later than `maxDelay` milliseconds: what then waits was mostly given
 * up by its client already, and answering it would only make the next one wait longer. One long turn is no overload: a
 * start, a large import, a machine that slept.
 */
export function watchOverload(maxDelay: number): Overload {
  let due = performance.now() + INTERVAL;
  let last = 0;
  /** How late the event loop came to its last two turns, whichever was less. */
  let delay = 0;
  const look = (): void => {
    const now = performance.now();
    const late = Math.max(0, now - due);
    delay = Math.min(last, late);
    last = late;
    due = now + INTERVAL;
  };
  const timer = inBackground(setInterval(look, INTERVAL));
  return {
    guard: ({ path }) => {
      if (delay <= maxDelay || path.startsWith(FREE)) return;
      throw new HttpError("overloaded", "The server is too busy, please try again later.", [["retry-after", "1"]]);
    },
    close: () => clearInterval(timer),
  };
}
