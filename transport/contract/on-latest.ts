import { EngineError } from "../../engine/internal.ts";
import type { Store } from "../../storage/core.ts";
import { HttpError } from "../http/http-error.ts";

/** Milliseconds to wait until this node has caught up. */
const CATCH_UP_TIMEOUT = 1_000;

/**
 * Runs work that looks at the content before it writes, once this node of a shared log has caught up: a refusal is
 * decided on the state of the whole log, as in a transaction. If the log is out of reach, work that refuses nothing
 * counts.
 *
 * @throws the work's errors; HttpError `overloaded` instead of a refusal that an older state may have caused
 * (rejected).
 */
export async function onLatest<T>(store: Store, work: () => T | Promise<T>, patience = CATCH_UP_TIMEOUT): Promise<T> {
  const isLatest = await store.hasApplied("latest", patience);
  try {
    return await work();
  } catch (error) {
    if (isLatest || !(error instanceof EngineError) || error.code === "unavailable") throw error;
    throw notCaughtUp();
  }
}

export function notCaughtUp(): HttpError {
  return new HttpError("overloaded", "This node has not caught up yet, please try again later.", [
    ["retry-after", "1"],
  ]);
}
