import { readFileSync } from "node:fs";
import { inBackground } from "../../../engine/internal.ts";
import { HttpError } from "../../http/http-error.ts";
import type { Guard } from "../../http/pipeline.ts";

/** Milliseconds between two measurements of the event loop's delay. */
const INTERVAL = 100;

/**
 * Prefix of paths that are never refused: a server that is too busy to answer probes would be killed instead of
 * relieved.
 */
const FREE = "/_health";

export interface Overload {
  readonly guard: Guard;
  close(): void;
}

/**
 * Load shedding: refuses requests with 503 while the event loop is more than `maxDelay` milliseconds late by its own
 * work. The clients of requests that wait so long have mostly given up, and answering them would only delay the next
 * ones. A single long turn is not overload: it may be a start, a large import or a machine that was suspended. Nor is the
 * time in which other programs had the processors, `starved` in total milliseconds: refusals would not give it back.
 */
export function watchOverload(maxDelay: number, starved: () => number = waitedForProcessor): Overload {
  let due = performance.now() + INTERVAL;
  let waited = starved();
  let last = 0;
  /** The smaller delay of the last two turns of the event loop. */
  let delay = 0;
  const look = (): void => {
    const now = performance.now();
    const waitedNow = starved();
    const late = Math.max(0, now - due - (waitedNow - waited));
    waited = waitedNow;
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

/** Milliseconds for which this thread was ready to run without a processor; 0 where the system does not tell. */
function waitedForProcessor(): number {
  try {
    const [, nanoseconds = "0"] = readFileSync("/proc/thread-self/schedstat", "latin1").split(" ");
    return Number(nanoseconds) / 1e6 || 0;
  } catch {
    return 0;
  }
}
