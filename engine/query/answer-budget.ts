import { EngineError } from "../error.ts";

/** The default size limit of one answer, in bytes. */
export const ANSWER_BYTES = 32 * 1_048_576;

/** Entries between two checks of an operation that are made while its answer is written. */
const STRIDE = 256;

/**
 * Limits one answer while it is written, so memory never holds much more than the limit, however often a query selects the
 * same long text.
 */
export class AnswerBudget {
  readonly #bytes: number;
  readonly #mostEntries: number;
  #characters = 0;
  #entries = 0;

  /**
   * `bytes` is the limit of the whole answer. Texts are charged by their length in characters: a character takes at
   * least one byte.
   */
  constructor(bytes: number, mostEntries = Number.POSITIVE_INFINITY) {
    this.#bytes = bytes;
    this.#mostEntries = mostEntries;
  }

  static unlimited(): AnswerBudget {
    return new AnswerBudget(Number.POSITIVE_INFINITY);
  }

  /** The number of entries charged so far. */
  get entries(): number {
    return this.#entries;
  }

  /** Charges a text of this many characters. Throws as `refusal` says beyond the limit. */
  spend(characters: number): void {
    this.#characters += characters;
    if (this.#characters > this.#bytes) throw this.refusal("answerBytes");
  }

  /** Charges so many entries. Throws as `refusal` says beyond the limit. */
  enter(entries: number): void {
    const strides = Math.floor(this.#entries / STRIDE);
    this.#entries += entries;
    if (this.#entries > this.#mostEntries) throw this.refusal("entries");
    if (Math.floor(this.#entries / STRIDE) > strides) this.check();
  }

  /** EngineError `validation`, unless another interface refuses in another way. */
  protected refusal(_limit: "answerBytes" | "entries"): Error {
    return tooLargeAnswer(this.#bytes);
  }

  /** Called every few hundred entries: may throw. */
  protected check(): void {}
}

/** The error for an answer that would be larger than `bytes`. */
export function tooLargeAnswer(bytes: number): EngineError {
  const message = `The answer would be larger than ${bytes} bytes: ask for less at once, by a smaller page or fewer fields`;
  return new EngineError("validation", message, { source: "query", limit: "answerBytes" });
}
