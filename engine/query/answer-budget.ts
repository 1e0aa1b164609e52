import { EngineError } from "../error.ts";

/** The default size limit of one answer, in bytes. */
export const ANSWER_BYTES = 32 * 1_048_576;

/** Limits one answer while it is written, so memory never holds much more than the limit. */
export interface AnswerLimit {
  /** The number of entries charged so far. */
  readonly entries: number;
  /** Charges a text of this many characters. Throws beyond the limit. */
  spend(characters: number): void;
  /** Charges so many entries. Throws beyond the limit. */
  enter(entries: number): void;
}

/** Limits the text of one answer, however often a query selects the same long text. */
export class AnswerBudget implements AnswerLimit {
  readonly #bytes: number;
  #left: number;
  #entries = 0;

  /**
   * `bytes` is the limit of the whole answer. Texts are charged by their length in characters: a character takes at
   * least one byte.
   */
  constructor(bytes: number) {
    this.#bytes = bytes;
    this.#left = bytes;
  }

  static unlimited(): AnswerBudget {
    return new AnswerBudget(Number.POSITIVE_INFINITY);
  }

  get entries(): number {
    return this.#entries;
  }

  /** Charges a text of this many characters. Throws EngineError `validation` beyond the limit. */
  spend(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw tooLargeAnswer(this.#bytes);
  }

  /** Counts entries without a limit. */
  enter(entries: number): void {
    this.#entries += entries;
  }
}

/** The error for an answer that would be larger than `bytes`. */
export function tooLargeAnswer(bytes: number): EngineError {
  const message = `The answer would be larger than ${bytes} bytes: ask for less at once, by a smaller page or fewer fields`;
  return new EngineError("validation", message, { source: "query", limit: "answerBytes" });
}
