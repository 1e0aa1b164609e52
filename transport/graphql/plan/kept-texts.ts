/** Bytes of texts that are kept in all. */
const KEPT_BYTES = 32_000_000;

/** What a text takes beside its characters: its place in a map, and an object around it. */
const TEXT_BYTES = 150;

/** What a holder takes by itself. */
const HOLDER_BYTES = 1_000;

/** Keeps some of the texts. */
export interface TextHolder {
  /** Lets go of all of them. */
  forget(): void;
}

/**
 * How much text all plans together may keep. When it is used up, all that was kept is given up at once, also what plans keep
 * that nobody asks for any more.
 */
export class KeptTexts {
  readonly #holders = new Set<TextHolder>();
  #left = KEPT_BYTES;

  /** A text of this length is kept. */
  add(holder: TextHolder, length: number): void {
    if (!this.#holders.has(holder)) this.#left -= HOLDER_BYTES;
    this.#holders.add(holder);
    this.#left -= length + TEXT_BYTES;
    if (this.#left < 0) this.#forgetAll();
  }

  #forgetAll(): void {
    for (const holder of this.#holders) holder.forget();
    this.#holders.clear();
    this.#left = KEPT_BYTES;
  }
}
