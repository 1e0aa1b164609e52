/** Answers that clients have not received yet: bounded in bytes, whatever the number of clients and answers. */
export class Unsent {
  readonly #most: number;
  #bytes = 0;
  /** In the order in which they were started. */
  readonly #held = new Set<Held>();

  /** `most`: maximum bytes held at a time. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts an answer until the returned function is called. If the total is too large, the answers that were started first
   * are dropped: their clients had the most time. `drop` closes the connection.
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
