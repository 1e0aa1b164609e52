import { inBackground } from "../../../engine/internal.ts";

/** Milliseconds between two heartbeats. */
export const BEAT = 1000;

/** Milliseconds without a heartbeat after which a node counts as gone. */
const SEEN = 10_000;

/** The number of live nodes, including this one. */
export function countBeating(others: readonly { readonly seenAgo: number }[]): number {
  return 1 + others.filter(({ seenAgo }) => seenAgo < SEEN).length;
}

/** Sends a heartbeat once a second from opening a log to closing it, also while a snapshot is being read. */
export class Heartbeat {
  #timer: NodeJS.Timeout | null = null;
  #isBeating = false;

  /** A heartbeat that fails is made up for by the next one. */
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
