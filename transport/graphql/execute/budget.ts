import { WorkBudget } from "../../../engine/internal.ts";
import { type GraphqlLimits, LimitError, tooLargeAnswer } from "../limits.ts";

/** What an operation may use up in all, however often it is run: again field by field, it has no more than it had. */
export interface OperationBudget {
  /** When it has to be done, in milliseconds of `performance.now()`. */
  readonly end: number;
  /** What all its reads together may ask for. */
  readonly work: WorkBudget;
}

export function meansOf(limits: GraphqlLimits): OperationBudget {
  return { end: performance.now() + limits.time, work: WorkBudget.ofCaller(limits.work) };
}

/** Entries between two looks at the clock. */
const STRIDE = 256;

/** What one operation has left of what it may answer and how long it may take. */
export class Budget {
  readonly #limits: GraphqlLimits;
  readonly #end: number;
  #entries = 0;
  #characters = 0;

  constructor(limits: GraphqlLimits, { end }: OperationBudget) {
    this.#limits = limits;
    this.#end = end;
  }

  /** How many entries have been answered. */
  get entries(): number {
    return this.#entries;
  }

  /**
   * One more entry is answered.
   *
   * @throws LimitError `entries`, `time`.
   */
  entry(): void {
    this.spend(1);
  }

  /**
   * So many more entries are answered.
   *
   * @throws LimitError `entries`, `time`.
   */
  spend(entries: number): void {
    const strides = Math.floor(this.#entries / STRIDE);
    this.#entries += entries;
    this.text(0);
    if (this.#entries > this.#limits.entries) throw new LimitError("entries", this.#limits.entries, "entries");
    if (Math.floor(this.#entries / STRIDE) > strides) this.time();
  }

  /**
   * So many more characters are answered, each of which is one byte at least. Charged while the answer is written, so that
   * memory never holds much more than the limit.
   *
   * @throws LimitError `answerBytes`.
   */
  text(characters: number): void {
    this.#characters += characters;
    if (this.#characters > this.#limits.answerBytes) throw tooLargeAnswer(this.#limits);
  }

  /** @throws LimitError `time`. */
  time(): void {
    if (performance.now() > this.#end) throw new LimitError("time", this.#limits.time, "milliseconds");
  }
}
