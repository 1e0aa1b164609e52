import type { NumberList } from "../rows/number-list.ts";

/**
 * Where the versions of one layer are stored, by document number: numeric id (0 if there is none), source, and index in
 * it.
 */
export interface Locations {
  readonly ids: NumberList;
  readonly sources: NumberList;
  readonly indices: NumberList;
}

/** Consecutive rows whose versions are consecutive in one source, the first of them at `start`. */
export interface RowRun {
  readonly source: number;
  readonly start: number;
  readonly count: number;
}

/** Where the versions of rows are stored: a run-length encoding, since most have the order of their sources. */
export class RowRuns {
  /** By run: its first row, and in the end the number of rows. */
  readonly #firsts: Int32Array;
  readonly #sources: Int32Array;
  /** By run: the index of the first version in its source. */
  readonly #starts: Int32Array;

  /** `numbers`: the documents of the rows. */
  constructor(numbers: Int32Array, { sources, indices }: Locations) {
    const firsts: number[] = [];
    for (let row = 0; row < numbers.length; row++) {
      const number = numbers[row] as number;
      const before = row === 0 ? -1 : (numbers[row - 1] as number);
      const continues =
        row > 0 && sources.at(number) === sources.at(before) && indices.at(number) === indices.at(before) + 1;
      if (!continues) firsts.push(row);
    }
    const numbersOfFirsts = firsts.map((row) => numbers[row] as number);
    this.#sources = Int32Array.from(numbersOfFirsts, (number) => sources.at(number));
    this.#starts = Int32Array.from(numbersOfFirsts, (number) => indices.at(number));
    this.#firsts = Int32Array.from([...firsts, numbers.length]);
  }

  /** The runs of the rows from one up to another; the first and the last run may be parts of longer ones. */
  between(from: number, until: number): RowRun[] {
    const runs: RowRun[] = [];
    for (let at = this.#runOf(from), row = from; row < until; at++) {
      const count = Math.min(until, this.#firsts[at + 1] as number) - row;
      const start = (this.#starts[at] as number) + row - (this.#firsts[at] as number);
      runs.push({ source: this.#sources[at] as number, start, count });
      row += count;
    }
    return runs;
  }

  /** The number of the run that has a row. */
  #runOf(row: number): number {
    let low = 0;
    let high = this.#sources.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#firsts[middle] as number) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
