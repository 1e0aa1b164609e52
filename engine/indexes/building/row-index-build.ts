import type { Owner } from "../../structures/paged/owner.ts";
import type { PagedArray } from "../../structures/paged/paged-array.ts";
import type { Row } from "../../values/row.ts";
import type { Build } from "./build.ts";
import type { ColumnValues } from "./column-values.ts";
import { type ColumnReader, RowColumns } from "./row-columns.ts";
import { Job, type Steps } from "./steps.ts";

/** An index that changes of rows update. */
export interface RowIndex {
  add(row: Row): void;
  remove(row: Row): void;
  replace(before: Row, after: Row): void;
}

/** The calls of an index as it grows. */
export interface IndexUpkeep {
  /** Has to be called when the index takes so many bytes more than before. */
  grows(bytes: number): void;
  /**
   * Makes steps between requests, until one returns true, of something that speeds up queries of the index; `name` is
   * unique among the steps of the same rows. Queries do without until then, or make steps themselves.
   */
  later(name: string, step: () => boolean): void;
}

/** The upkeep of an index that nobody bounds, and whose queries make all steps. */
export const NO_UPKEEP: IndexUpkeep = { grows: () => {}, later: () => {} };

/** The space that an index belongs to. */
export interface IndexPlace extends IndexUpkeep {
  readonly owner: Owner;
  readonly rows: PagedArray<Row>;
}

/** How an index over values of rows is built. */
export interface RowIndexPlan<I extends RowIndex = RowIndex> {
  /** Unique among the indexes of the same rows. */
  readonly name: string;
  /** The readers of the values in each row. */
  readonly readers: readonly ColumnReader[];
  /** Builds the index of these columns. */
  build(columns: readonly ColumnValues[], place: IndexPlace): Steps<I>;
  /** The index for another owner; the given one must not be written to afterwards. */
  fork(index: I, place: IndexPlace): I;
}

/** A row before and after a change; null stands for none. */
interface RowChange {
  readonly before: Row | null;
  readonly after: Row | null;
}

/** Slots that one step reads, and changes that one makes again. */
const READ_BLOCK = 4_096;
const REPLAYED = 64;

/** Estimated bytes for each row while its values are sorted. */
const ROW_BYTES = 40;

type Finish = (plan: RowIndexPlan, index: RowIndex) => void;

/**
 * The building of an index over values of rows, in three phases. First columns are read from the rows, each row as it is then.
 * Then the index is made of them, which forks share. In the end each owner gets the index as its own, and makes the changes in it
 * of rows that had been read.
 */
export class RowIndexBuild implements Build {
  readonly plan: RowIndexPlan;
  readonly #place: IndexPlace;
  readonly #finish: Finish;
  readonly #columns: RowColumns;
  readonly #log: RowChange[];
  #job: Job<RowIndex> | null;
  #index: RowIndex | null = null;
  #replayed = 0;

  /** `finish` is called with the index. */
  constructor(plan: RowIndexPlan, place: IndexPlace, finish: Finish, from?: RowIndexBuild) {
    this.plan = plan;
    this.#place = place;
    this.#finish = finish;
    this.#columns = from === undefined ? new RowColumns(plan.readers, place.rows) : from.#columns;
    this.#log = from === undefined ? [] : [...from.#log];
    this.#job = from === undefined ? null : from.#job;
  }

  get name(): string {
    return this.plan.name;
  }

  get bytes(): number {
    return (this.#place.rows.length + this.#log.length) * ROW_BYTES;
  }

  step(): boolean {
    if (this.#job === null) {
      if (this.#columns.read(READ_BLOCK)) this.#job = new Job(this.plan.build(this.#columns.values, this.#place));
      return false;
    }
    if (this.#index !== null) return this.#replay(this.#index);
    const built = this.#job.step();
    if (built !== null) this.#index = this.plan.fork(built, this.#place);
    return false;
  }

  /** A row was added, removed or replaced. */
  change(before: Row | null, after: Row | null): void {
    const slot = (after ?? before)?.slot ?? -1;
    if (this.#job !== null || slot < this.#columns.length) this.#log.push({ before, after });
  }

  /** The same for the fork of the rows; null while rows are being read, since the fork's rows change on their own. */
  fork(place: IndexPlace, finish: Finish): RowIndexBuild | null {
    return this.#job === null ? null : new RowIndexBuild(this.plan, place, finish, this);
  }

  #replay(index: RowIndex): boolean {
    const until = Math.min(this.#log.length, this.#replayed + REPLAYED);
    for (; this.#replayed < until; this.#replayed++) {
      const { before, after } = this.#log[this.#replayed] as RowChange;
      if (before !== null && after !== null) index.replace(before, after);
      else if (before !== null) index.remove(before);
      else if (after !== null) index.add(after);
    }
    if (this.#replayed < this.#log.length) return false;
    this.#finish(this.plan, index);
    return true;
  }
}
