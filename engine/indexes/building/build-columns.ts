import type { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { ColumnValues } from "./column-values.ts";
import type { WantedSlots } from "./first-build.ts";
import type { IndexDemand } from "./index-demand.ts";
import type { LiveColumn } from "./live-column.ts";
import type { RowIndexBuild } from "./row-index-build.ts";

/** What is made of columns. */
interface ColumnReading {
  /** Reads all rows into them, or ends a query that may be suspended until they are read in slices. */
  readColumns(build: RowIndexBuild, columns: readonly LiveColumn[], demand: IndexDemand): void;
  knownSet(column: LiveColumn, condition: string): PagedBitmap | null;
  findSet(column: LiveColumn, condition: string, passes: Passes, demand: IndexDemand): never;
  firstSlots(name: string, wanted: WantedSlots, demand: IndexDemand): readonly number[];
}

type Passes = (value: unknown) => boolean;

/** The columns of values that an index is being built from, for the queries that have to do without it. */
export class BuildColumns {
  readonly #build: RowIndexBuild;
  readonly #columns: readonly LiveColumn[];
  readonly #builds: ColumnReading;
  readonly #demand: IndexDemand;

  /** For a query with this demand. */
  constructor(build: RowIndexBuild, builds: ColumnReading, demand: IndexDemand) {
    this.#build = build;
    this.#demand = demand;
    this.#columns = build.columns.filter(({ reader }) => reader.parts !== null);
    this.#builds = builds;
  }

  /**
   * The values of all rows, in a column for each field of the index; ends a query that may be suspended until they are read in
   * slices. Callers must not keep them.
   */
  get values(): readonly ColumnValues[] {
    this.#builds.readColumns(this.#build, this.#columns, this.#demand);
    return this.#columns.map(({ values }) => values);
  }

  /**
   * The slots whose value in the first column meets a condition, if they were found: a query can do without the index then.
   * Callers must not modify them.
   */
  known(condition: string): PagedBitmap | null {
    const [column] = this.#columns;
    const known = column === undefined ? null : this.#builds.knownSet(column, condition);
    if (known !== null) this.#demand.doneWithout(this.#build);
    return known;
  }

  /**
   * Ends a query that may be suspended until the slots whose value in the first column passes the test of a condition are
   * found in slices.
   */
  find(condition: string, passes: Passes): void {
    const [column] = this.#columns;
    if (column !== undefined) this.#builds.findSet(column, condition, passes, this.#demand);
  }

  /**
   * The first slots of a bitmap in an order of these columns, for a query that may be suspended: it is, until they are found in
   * slices. `name` is unique among orders of the same columns.
   */
  first(name: string, wanted: WantedSlots): readonly number[] {
    return this.#builds.firstSlots(name, wanted, this.#demand);
  }
}
