import { EngineError } from "../../engine/internal.ts";
import { StorageError } from "../../storage/core.ts";
import { fieldsOf, type Log } from "../runtime/log.ts";

/** Milliseconds between two lines about refusals of one kind. */
const EVERY = 10_000;

/** Refusals by a storage while something is wrong with it. The fault itself is logged once, when it begins. */
const REFUSALS: ReadonlySet<string> = new Set(["append-failed", "no-room", "outcome-unknown"]);

/**
 * Logs what failed, by the message `failed` and the fields `about` it: each internal fault, and of what the storage refuses
 * one line for each kind in ten seconds, with how many there were since the last one. A full disk refuses thousands, among
 * which nobody finds the cause.
 */
export function refusalLog(log: Log, failed: string): (error: unknown, about?: object) => void {
  const kinds = new Map<string, { at: number; silent: number }>();
  return (error, about) => {
    const kind = kindOf(error);
    if (kind === null) return log.error({ ...about, ...fieldsOf(error) }, failed);
    const last = kinds.get(kind);
    const now = performance.now();
    if (last !== undefined && now - last.at < EVERY) {
      last.silent += 1;
      return;
    }
    kinds.set(kind, { at: now, silent: 0 });
    const fields = { ...about, ...fieldsOf(error), ...(last !== undefined && { since: last.silent + 1 }) };
    // That other writers were quicker, or too many wait, is no fault: the request may be sent again at once.
    if (kind === LATER) log.warn(fields, "Requests are refused");
    else log.error(fields, failed);
  };
}

const LATER = "later";

/** Null for faults that nobody foresaw. */
function kindOf(error: unknown): string | null {
  if (error instanceof EngineError && error.code === "unavailable")
    return error.details.retryAfter === undefined ? error.message : LATER;
  return error instanceof StorageError && REFUSALS.has(error.code) ? error.code : null;
}
