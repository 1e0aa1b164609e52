/** Characters of texts that are kept in all. */
const KEPT = 32_000_000;

/**
 * How much text all plans together may keep. When it is used up, all that was kept is given up at once: an epoch ends.
 */
export class KeptTexts {
  #epoch = 0;
  #left = KEPT;

  get epoch(): number {
    return this.#epoch;
  }

  /** A text of this length is kept. */
  add(length: number): void {
    this.#left -= length;
    if (this.#left >= 0) return;
    this.#left = KEPT;
    this.#epoch++;
  }
}
