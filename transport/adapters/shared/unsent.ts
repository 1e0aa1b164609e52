/** Answers that clients have not taken yet: bounded in bytes, however many there are of either. */
export class Unsent {
  readonly #most: number;
  #bytes = 0;
  /** In the order in which they began. */
  readonly #held = new Set<Held>();

  /** `most`: bytes held at the same time. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts an answer until the function that it gives is called. Where all together are too much, those that began first
   * are dropped: their clients had the most time. `drop` ends the connection.
   */
  hold(bytes: number, drop: () => void): () => void {
    const held: Held = { bytes, drop };
    this.#held.add(held);
    this.#bytes += bytes;
    for (const first of this.#held) {
      if (this.#bytes <= this.#most || first === held) break;
      this.#release(first);
      first.drop();
    }
    return () => this.#release(held);
  }

  #release(held: Held): void {
    if (this.#held.delete(held)) this.#bytes -= held.bytes;
  }
}

interface Held {
  readonly bytes: number;
  readonly drop: () => void;
}
