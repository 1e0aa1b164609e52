import { EngineError } from "../error.ts";

/** Bytes of one answer where nothing else is chosen. */
export const ANSWER_BYTES = 32 * 1_048_576;

/**
 * How much text one answer may hold. It is charged while the answer is written, so that memory never holds much more than
 * that, however often a query asks for the same long text.
 */
export class AnswerBudget {
  readonly #bytes: number;
  #left: number;

  /** `bytes`: of the whole answer. Texts are charged by their characters, each of which is one byte at least. */
  constructor(bytes: number) {
    this.#bytes = bytes;
    this.#left = bytes;
  }

  static unlimited(): AnswerBudget {
    return new AnswerBudget(Number.POSITIVE_INFINITY);
  }

  /** Charges a text of so many characters. Throws EngineError `validation` beyond the budget. */
  spend(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw tooLargeAnswer(this.#bytes);
  }
}

/** The refusal of an answer that would be larger than `bytes`. */
export function tooLargeAnswer(bytes: number): EngineError {
  const message = `The answer would be larger than ${bytes} bytes: ask for less at once, by a smaller page or fewer fields`;
  return new EngineError("validation", message, { source: "query", limit: "answerBytes" });
}
