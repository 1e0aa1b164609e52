import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds for which each step of opening is tried again: a server may hang, or another one be about to take over. */
const OPENS_WITHIN = 30_000;
const PAUSE = 100;

/** Asks until there is an answer, an error that is final, or no patience left (in milliseconds). */
export async function askAgain<T>(
  ask: () => Promise<T>,
  isFinal: (error: unknown) => boolean,
  patience = OPENS_WITHIN,
): Promise<T> {
  for (const until = performance.now() + patience; ; await sleep(PAUSE)) {
    try {
      return await ask();
    } catch (error) {
      if (isFinal(error) || performance.now() >= until) throw error;
    }
  }
}
