import { ThreadClock } from "../run/processor-time.ts";
import type { Clock } from "./result.ts";

/** The times of some pieces of work of the main thread, in milliseconds. */
export class Times {
  readonly #thread: ThreadClock | null;
  readonly #all: number[] = [];
  readonly #undisturbed: number[] = [];

  /** The processor clock is the wall clock minus the waits of the thread for a processor; on Linux only. */
  constructor(clock: Clock) {
    this.#thread = clock === "wall" ? null : ThreadClock.ofMain();
  }

  measure(work: () => unknown): void {
    const before = this.#waited;
    const start = performance.now();
    work();
    const taken = performance.now() - start;
    const waited = this.#waited - before;
    this.#all.push(taken - waited);
    if (waited === 0) this.#undisturbed.push(taken);
  }

  /** Milliseconds that the thread has waited for a processor: none by the clock on the wall, as they are part of that. */
  get #waited(): number {
    return this.#thread?.times.ready ?? 0;
  }

  /**
   * The times that count. By the processor's clock only undisturbed work counts, since another process leaves cold
   * caches behind; all work counts where that is rare, as long work is always interrupted.
   */
  get counted(): readonly number[] {
    return 2 * this.#undisturbed.length > this.#all.length ? this.#undisturbed : this.#all;
  }
}
