import type { PagedArray } from "../../structures/paged/paged-array.ts";
import type { Row } from "../../values/row.ts";
import type { Build } from "./build.ts";
import type { TestedRows } from "./found/tested-rows.ts";

/** Rows that one step tests, and the work after which it ends earlier: some four milliseconds. */
const ROWS = 512;
const WORK = 100_000;

/** Tests of rows for a read that is suspended. */
export interface RowTests {
  /** The slots of the rows to test, as a bitmap. */
  readonly words: Int32Array;
  /** What the tests may take. */
  readonly budget: { readonly left: number };
  /** Whether a row matches. Charges the budget, and throws if it is exceeded. */
  matches(row: Row): boolean;
  /** Whether the rows, and what else the tests read, are still those of the state. */
  isCurrent(): boolean;
}

/** Tests rows for conditions that no index serves, each as it is then. Rows that change are tested by the read itself. */
export class TestBuild implements Build {
  readonly name: string;
  readonly isTransient = true;
  readonly #rows: PagedArray<Row>;
  readonly #tests: RowTests;
  readonly #work: number;
  readonly #tested: TestedRows;
  readonly #finish: () => void;
  #next = 0;

  /** Adds the rows to `tested`, and then calls `finish`. */
  constructor(name: string, rows: PagedArray<Row>, tests: RowTests, tested: TestedRows, finish: () => void) {
    this.name = name;
    this.#rows = rows;
    this.#tests = tests;
    this.#work = tests.budget.left;
    this.#tested = tested;
    this.#finish = finish;
  }

  get bytes(): number {
    return this.#tests.words.byteLength;
  }

  get isStale(): boolean {
    return !this.#tests.isCurrent();
  }

  step(): boolean {
    const { words, budget } = this.#tests;
    const enough = budget.left - WORK;
    try {
      for (let rows = 0; this.#next < words.length && rows < ROWS && budget.left > enough; this.#next++) {
        rows += this.#testWord(this.#next);
      }
    } catch (error) {
      this.#tested.fail(error, this.#work);
      return true;
    }
    if (this.#next < words.length) return false;
    this.#finish();
    return true;
  }

  /** The cache of tested rows forgets them. */
  change(): void {}

  /** Tests the rows in the slots of one word; returns how many there are. */
  #testWord(at: number): number {
    const { words, budget } = this.#tests;
    let rows = 0;
    for (let left = words[at] ?? 0; left !== 0; left &= left - 1, rows++) {
      const slot = (at << 5) + 31 - Math.clz32(left & -left);
      const row = this.#rows.get(slot);
      if (row === undefined) continue;
      const before = budget.left;
      const isMatch = this.#tests.matches(row);
      this.#tested.add(slot, isMatch, before - budget.left);
    }
    return rows;
  }
}
