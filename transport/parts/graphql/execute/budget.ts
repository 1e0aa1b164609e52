import { type AnswerLimit, WorkBudget } from "../../../../engine/internal.ts";
import { type GraphqlLimits, LimitError, tooLargeAnswer } from "../limits.ts";

/** The total budget of an operation, however often it is executed: a second execution, field by field, gets no more. */
export interface OperationBudget {
  /** Deadline in milliseconds of `performance.now()`. */
  readonly end: number;
  /** Shared by all reads of the operation. */
  readonly work: WorkBudget;
}

export function operationBudget(limits: GraphqlLimits): OperationBudget {
  return { end: performance.now() + limits.time, work: WorkBudget.ofCaller(limits.work) };
}

/** Entries between two checks of the clock. */
const STRIDE = 256;

/** The entries, bytes and time that one operation has left. */
export class Budget implements AnswerLimit {
  readonly #limits: GraphqlLimits;
  readonly #end: number;
  #entries = 0;
  #characters = 0;

  constructor(limits: GraphqlLimits, { end }: OperationBudget) {
    this.#limits = limits;
    this.#end = end;
  }

  /** Number of entries answered so far. */
  get entries(): number {
    return this.#entries;
  }

  /**
   * Charges entries.
   *
   * @throws LimitError `entries`, `time`.
   */
  enter(entries: number): void {
    const strides = Math.floor(this.#entries / STRIDE);
    this.#entries += entries;
    if (this.#entries > this.#limits.entries) throw new LimitError("entries", this.#limits.entries, "entries");
    if (Math.floor(this.#entries / STRIDE) > strides) this.time();
  }

  /**
   * Charges characters of the answer; a character is at least one byte. Charged while the answer is written, so that
   * memory never holds much more than the limit.
   *
   * @throws LimitError `answerBytes`.
   */
  spend(characters: number): void {
    this.#characters += characters;
    if (this.#characters > this.#limits.answerBytes) throw tooLargeAnswer(this.#limits);
  }

  /** @throws LimitError `time`. */
  time(): void {
    if (performance.now() > this.#end) throw new LimitError("time", this.#limits.time, "milliseconds");
  }
}
