import type { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { ColumnValues } from "./column-values.ts";
import type { WantedSlots } from "./first-build.ts";
import type { IndexDemand } from "./index-demand.ts";
import type { LiveColumn } from "./live-column.ts";

/** What is made of columns. */
interface ColumnReading {
  /** Reads all rows into them. */
  readColumns(columns: readonly LiveColumn[]): void;
  columnSet(column: LiveColumn, condition: string, passes: Passes, demand: IndexDemand): PagedBitmap;
  firstSlots(name: string, wanted: WantedSlots, demand: IndexDemand): readonly number[];
}

type Passes = (value: unknown) => boolean;

/** The columns of values that an index is being built from, for the queries that have to do without it. */
export class BuildColumns {
  readonly #columns: readonly LiveColumn[];
  readonly #builds: ColumnReading;

  constructor(columns: readonly LiveColumn[], builds: ColumnReading) {
    this.#columns = columns;
    this.#builds = builds;
  }

  /** The values of all rows, in a column for each field of the index. Callers must not keep them. */
  get values(): readonly ColumnValues[] {
    this.#builds.readColumns(this.#columns);
    return this.#columns.map(({ values }) => values);
  }

  /**
   * The slots whose value in the first column passes the test of a condition, for a query that may be suspended: it is,
   * until they are found in slices. Callers must not modify them.
   */
  set(condition: string, passes: Passes, demand: IndexDemand): PagedBitmap | null {
    const [column] = this.#columns;
    return column === undefined ? null : this.#builds.columnSet(column, condition, passes, demand);
  }

  /**
   * The first slots of a bitmap in an order of these columns, for a query that may be suspended: it is, until they are found in
   * slices. `name` is unique among orders of the same columns.
   */
  first(name: string, wanted: WantedSlots, demand: IndexDemand): readonly number[] {
    return this.#builds.firstSlots(name, wanted, demand);
  }
}
