import { inBackground } from "../../writing/background-timer.ts";

/** Milliseconds between beats. */
export const BEAT = 1000;

/** Milliseconds after which a node that has not been heard of counts as gone. */
const SEEN = 10_000;

/** Number of nodes that have been heard of lately, this one included. */
export function countBeating(others: readonly { readonly seenAgo: number }[]): number {
  return 1 + others.filter(({ seenAgo }) => seenAgo < SEEN).length;
}

/** Says once a second that a node lives, from when it opens a log to when it closes it: also while it reads a snapshot. */
export class Heartbeat {
  #timer: NodeJS.Timeout | null = null;
  #isBeating = false;

  /** One that fails is made up for by the next. */
  start(beat: () => Promise<void>): void {
    const tick = () => {
      if (this.#isBeating) return;
      this.#isBeating = true;
      beat()
        .catch(() => {})
        .finally(() => {
          this.#isBeating = false;
        });
    };
    this.#timer = inBackground(setInterval(tick, BEAT));
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
