import { EngineError } from "../error.ts";

/** What one entry costs, in links that are only looked at. */
const ENTRY_COST = 100;

/** Enough for 25,000 populated entries. */
const CALLERS_ALLOWANCE = 2_500_000;

/**
 * How much may be populated in one read. A few words of a query can ask for any number of entries, when there is a way
 * back from what they populate.
 */
export class Allowance {
  #left: number;

  private constructor(left: number) {
    this.#left = left;
  }

  /** What callers from outside have for one read. */
  static ofCaller(): Allowance {
    return new Allowance(CALLERS_ALLOWANCE);
  }

  static unlimited(): Allowance {
    return new Allowance(Number.POSITIVE_INFINITY);
  }

  /** One more link is followed. Throws EngineError `validation` when there have been too many. */
  link(): void {
    this.#spend(1);
  }

  /** One more entry is shown. Throws EngineError `validation` when there have been too many. */
  entry(): void {
    this.#spend(ENTRY_COST);
  }

  #spend(cost: number): void {
    this.#left -= cost;
    if (this.#left < 0) {
      throw new EngineError("validation", "The query populates too many entries", {
        source: "query",
        param: "populate",
      });
    }
  }
}
