/** Milliseconds within which a write is healthy, and counts nothing. */
const SLOW = 1_000;

/**
 * The time that the code of one request has waited for slow writes, since all of them together have the time limit of one. The time
 * of its other work does not count, nor do any number of quick writes.
 */
export class WriteWait {
  #waited = 0;
  #running = 0;
  /** When the first of the running writes began, or the last one ended. */
  #from = 0;

  /** A write begins. Gives the time at which a caller would have begun to wait who has waited as long, as of `performance.now()`. */
  begin(): number {
    const now = performance.now();
    if (this.#running === 0) this.#from = now;
    this.#running++;
    return now - this.#waited;
  }

  /** A write has ended. */
  end(): void {
    this.#running--;
    const now = performance.now();
    if (now - this.#from >= SLOW) this.#waited += now - this.#from;
    this.#from = now;
  }
}
