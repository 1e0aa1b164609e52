import { HttpError } from "../../http/http-error.ts";
import { BcryptThreads } from "./bcrypt-threads.ts";

/**
 * Whether a job is refused when the queue is long (`bounded`, for strangers) or waits (`unbounded`, for the program
 * itself).
 */
export type Patience = "bounded" | "unbounded";

/**
 * The most hashes and comparisons that may wait: some seconds of work for one thread. It is more than a single address
 * may attempt at once, see `rateLimit.failures`.
 */
const MAX_WAITING = 100;

/** Seconds after which a refused client should try again. */
const RETRY_AFTER = 5;

const threads = new BcryptThreads();

/**
 * The bcrypt hash of a password, computed off the event loop.
 *
 * @throws HttpError `overloaded` (rejected) if patience is bounded and too many jobs wait already.
 */
export async function hash(plain: string, rounds: number, patience: Patience = "bounded"): Promise<string> {
  if (patience === "bounded") refuseWhenBusy();
  return String(await threads.run({ kind: "hash", plain, rounds }));
}

/** Whether a password matches a hash. Throws as `hash` does. */
export async function compare(plain: string, hashed: string): Promise<boolean> {
  refuseWhenBusy();
  return (await threads.run({ kind: "compare", plain, hashed })) === true;
}

function refuseWhenBusy(): void {
  if (threads.waiting < MAX_WAITING) return;
  const message = "Too many passwords are waiting, please try again later.";
  throw new HttpError("overloaded", message, [["retry-after", String(RETRY_AFTER)]]);
}
