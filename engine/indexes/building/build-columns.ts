import type { ColumnValues, LiveColumn } from "./live-column.ts";

/** The columns of values that an index is being built from, for the queries that have to do without it. */
export class BuildColumns {
  readonly #columns: readonly LiveColumn[];
  readonly #readAll: () => void;

  /** `readAll` reads all rows into them. */
  constructor(columns: readonly LiveColumn[], readAll: () => void) {
    this.#columns = columns;
    this.#readAll = readAll;
  }

  /** The values of all rows, in a column for each field of the index. Callers must not keep them. */
  get values(): readonly ColumnValues[] {
    this.#readAll();
    return this.#columns.map(({ values }) => values);
  }
}
