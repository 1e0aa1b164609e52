/** Between the reads of a state and the owner of its engine, who makes the steps of builds and may allow reads to wait. */
export class BuildSignals {
  #listener: (() => void) | null = null;
  #maySuspend = true;

  /** `listener` is called, in the middle of a query, whenever one lacks an index: slices should be built soon. */
  onMiss(listener: () => void): void {
    this.#listener = listener;
  }

  /** Something is to be built between requests. */
  miss(): void {
    this.#listener?.();
  }

  /** Whether a read that may be suspended is. */
  get maySuspend(): boolean {
    return this.#maySuspend;
  }

  /** Runs reads that are not suspended. */
  withoutSuspension<T>(reads: () => T): T {
    this.#maySuspend = false;
    try {
      return reads();
    } finally {
      this.#maySuspend = true;
    }
  }
}
