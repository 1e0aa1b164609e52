import { inBackground } from "../../writing/background-timer.ts";

/** Milliseconds between beats. */
export const BEAT = 1000;

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
