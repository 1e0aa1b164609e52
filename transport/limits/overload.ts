import { HttpError } from "../http-error.ts";
import type { Guard } from "../pipeline.ts";

/** How often the delay of the event loop is measured. */
const INTERVAL = 100;

/** Probes must get through: a server that is too busy to answer them gets killed instead of relieved. */
const FREE = "/_health";

export interface Overload {
  readonly guard: Guard;
  /** How late the event loop came to its last turn, in milliseconds. */
  delay(): number;
  close(): void;
}

/**
 * Refuses requests with 503 while the event loop is later than `maxDelay` milliseconds: what then waits was mostly given
 * up by its client already, and answering it would only make the next one wait longer.
 */
export function watchOverload(maxDelay: number): Overload {
  let due = performance.now() + INTERVAL;
  let delay = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    delay = Math.max(0, now - due);
    due = now + INTERVAL;
  }, INTERVAL);
  timer.unref();
  return {
    guard: ({ path }) => {
      if (delay <= maxDelay || path.startsWith(FREE)) return;
      throw new HttpError("overloaded", "The server is too busy, please try again later.", [["retry-after", "1"]]);
    },
    delay: () => delay,
    close: () => clearInterval(timer),
  };
}
