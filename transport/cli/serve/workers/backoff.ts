/** Milliseconds before the first start after a failure. */
const SHORTEST = 500;
/** Milliseconds between starts at most. */
const LONGEST = 30_000;
/** Milliseconds after which a process that ends has not failed at its start. */
const STABLE = 1000;

/** Exponential backoff between the starts of one process: no pause after it ran well, else twice the last one, up to a limit. */
export class Backoff {
  #next = 0;

  /** Milliseconds to wait before the next start, after a process that worked for `worked` milliseconds. */
  after(worked: number): number {
    const pause = worked > STABLE ? 0 : Math.max(this.#next, SHORTEST);
    this.#next = Math.min(2 * pause, LONGEST);
    return pause;
  }
}
