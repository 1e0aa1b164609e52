import { HttpError } from "../../http/http-error.ts";
import { BcryptThreads } from "./bcrypt-threads.ts";

/** Whether work that would have to wait too long is refused, as for strangers, or waits, as for the program itself. */
export type Patience = "bounded" | "unbounded";

/**
 * Hashes and comparisons that may wait: some seconds of work for one thread. More than one address may have tried at
 * once, see `rateLimit.failures`.
 */
const MAX_WAITING = 100;

/** Seconds after which the line is shorter. */
const RETRY_AFTER = 5;

const threads = new BcryptThreads();

/**
 * The bcrypt hash of a password, made beside the event loop.
 *
 * @throws HttpError `overloaded` (rejected) where patience is bounded, and too many wait already.
 */
export async function hash(plain: string, rounds: number, patience: Patience = "bounded"): Promise<string> {
  if (patience === "bounded") refuseWhenBusy();
  return String(await threads.run({ kind: "hash", plain, rounds }));
}

/** Whether a password is the one that was hashed. Throws as `hash` does. */
export async function compare(plain: string, hashed: string): Promise<boolean> {
  refuseWhenBusy();
  return (await threads.run({ kind: "compare", plain, hashed })) === true;
}

function refuseWhenBusy(): void {
  if (threads.waiting < MAX_WAITING) return;
  const message = "Too many passwords are waiting, please try again later.";
  throw new HttpError("overloaded", message, [["retry-after", String(RETRY_AFTER)]]);
}
