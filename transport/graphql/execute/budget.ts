import { type GraphqlLimits, LimitError } from "../limits.ts";

/** Entries between two looks at the clock. */
const STRIDE = 256;

/** What one operation has left of what it may answer and how long it may take. */
export class Budget {
  readonly #limits: GraphqlLimits;
  readonly #end: number;
  #entries = 0;

  /** `end`: when the operation has to be done, in milliseconds of `performance.now()`. */
  constructor(limits: GraphqlLimits, end: number) {
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
    if (this.#entries > this.#limits.entries) throw new LimitError("entries", this.#limits.entries, "entries");
    if (Math.floor(this.#entries / STRIDE) > strides) this.time();
  }

  /** @throws LimitError `time`. */
  time(): void {
    if (performance.now() > this.#end) throw new LimitError("time", this.#limits.time, "milliseconds");
  }
}
