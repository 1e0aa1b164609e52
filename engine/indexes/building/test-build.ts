import type { Row } from "../../values/row.ts";
import type { Build } from "./build.ts";
import type { TestedRows } from "./found/tested-rows.ts";

/** Rows that one step tests, and the work after which it ends earlier: some four milliseconds. */
const ROWS = 512;
const WORK = 100_000;

/** Words that are visited together. */
const WORDS = 4;

/** Tests of rows for a read that is suspended. */
export interface RowTests {
  /** How many words the bitmap of the rows to test has. */
  readonly words: number;
  /** Visits the rows of the bitmap from one of its words up to another, which must not be kept. */
  each(from: number, until: number, visit: (row: Row) => void): void;
  /** Work left for the tests. */
  readonly budget: { readonly left: number };
  /** Whether a row matches. Charges the budget, and throws if it is exceeded. */
  matches(row: Row): boolean;
  /** Whether everything that the tests read, the rows included, is still the state's. */
  isCurrent(): boolean;
}

/** Tests rows for conditions that no index serves, each as it is then. Rows that change are tested by the read itself. */
export class TestBuild implements Build {
  readonly name: string;
  readonly isTransient = true;
  readonly #tests: RowTests;
  readonly #work: number;
  readonly #tested: TestedRows;
  readonly #finish: () => void;
  #next = 0;

  /** Adds the rows to `tested`, and then calls `finish`. */
  constructor(name: string, tests: RowTests, tested: TestedRows, finish: () => void) {
    this.name = name;
    this.#tests = tests;
    this.#work = tests.budget.left;
    this.#tested = tested;
    this.#finish = finish;
  }

  /** Of the bitmap. */
  get bytes(): number {
    return this.#tests.words * 4;
  }

  get isStale(): boolean {
    return !this.#tests.isCurrent();
  }

  step(): boolean {
    const { words, budget } = this.#tests;
    const enough = budget.left - WORK;
    try {
      for (let rows = 0; this.#next < words && rows < ROWS && budget.left > enough; this.#next += WORDS) {
        rows += this.#testFrom(this.#next);
      }
    } catch (error) {
      this.#tested.fail(error, this.#work);
      return true;
    }
    if (this.#next < words) return false;
    this.#finish();
    return true;
  }

  /** The cache of tested rows forgets them. */
  change(): void {}

  /** Tests the rows in the slots of some words; returns how many there are. */
  #testFrom(from: number): number {
    const { budget } = this.#tests;
    let rows = 0;
    this.#tests.each(from, from + WORDS, (row) => {
      const before = budget.left;
      const isMatch = this.#tests.matches(row);
      this.#tested.add(row.slot, isMatch, before - budget.left);
      rows++;
    });
    return rows;
  }
}
