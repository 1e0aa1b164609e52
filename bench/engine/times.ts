import type { Clock } from "./result.ts";

/** The times of some pieces of work, in milliseconds of a clock. */
export class Times {
  readonly #clock: Clock;
  readonly #all: number[] = [];
  readonly #undisturbed: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  measure(work: () => unknown): void {
    if (this.#clock === "wall") {
      const start = performance.now();
      work();
      this.#all.push(performance.now() - start);
      return;
    }
    const before = process.resourceUsage();
    work();
    const after = process.resourceUsage();
    const taken = (after.userCPUTime + after.systemCPUTime - before.userCPUTime - before.systemCPUTime) / 1000;
    this.#all.push(taken);
    if (after.involuntaryContextSwitches === before.involuntaryContextSwitches) this.#undisturbed.push(taken);
  }

  /**
   * The times that count. By the clock of the processor they are those of work during which no other process got the
   * processor, which leaves cold caches behind, unless that is rare: long work is always interrupted.
   */
  get counted(): readonly number[] {
    return 2 * this.#undisturbed.length > this.#all.length ? this.#undisturbed : this.#all;
  }
}
