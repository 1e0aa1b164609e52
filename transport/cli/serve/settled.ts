/**
 * Debounce: calls `run` once no `happened` call has come for this many milliseconds; never concurrently, and once more
 * if there was a call meanwhile. `run` must not reject.
 */
export class Settled {
  readonly #after: number;
  readonly #run: () => Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #isEnded = false;

  constructor(after: number, run: () => Promise<void>) {
    this.#after = after;
    this.#run = run;
  }

  readonly happened = (): void => {
    if (this.#isEnded) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(), this.#after);
  };

  /** Resolves when nothing is running any more. */
  async end(): Promise<void> {
    this.#isEnded = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
  }

  #start(): void {
    this.#timer = null;
    if (this.#running !== null) {
      this.happened();
      return;
    }
    this.#running = this.#run().finally(() => {
      this.#running = null;
    });
  }
}
