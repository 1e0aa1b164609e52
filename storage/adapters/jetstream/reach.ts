/** Milliseconds without an answer after which another server is tried. An election takes longer, and then does no harm. */
const SILENCE = 3_000;

/**
 * Whether the servers that store the log are reached over the present connection. A server that is cut off from the others
 * still answers pings, so the client would stay with it.
 */
export class Reach {
  readonly #tryAnother: () => void;
  #since = performance.now();

  /** `tryAnother`: leaves the present server for the next one. */
  constructor(tryAnother: () => void) {
    this.#tryAnother = tryAnother;
  }

  /** The leader of a stream has answered. */
  answered(): void {
    this.#since = performance.now();
  }

  /** No answer came, or none of a leader. */
  missed(): void {
    if (performance.now() - this.#since < SILENCE) return;
    this.#since = performance.now();
    this.#tryAnother();
  }
}
