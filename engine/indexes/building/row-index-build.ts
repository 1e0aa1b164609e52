import type { Owner } from "../../structures/paged/owner.ts";
import type { PagedArray, VisitColumns } from "../../structures/paged/paged-array.ts";
import type { Row } from "../../values/row.ts";
import type { Build } from "./build.ts";
import type { ColumnValues } from "./column-values.ts";
import type { ColumnReader, LiveColumn } from "./live-column.ts";
import { Job, type Steps } from "./steps.ts";

/** An index that changes of rows update. */
export interface RowIndex {
  add(row: Row): void;
  remove(row: Row): void;
  replace(before: Row, after: Row): void;
}

/** What an index calls as it grows. */
export interface IndexUpkeep {
  /** Has to be called when the index takes more memory than before: by so many bytes, if they are few and known. */
  grows(bytes?: number): void;
  /**
   * Makes steps between requests, until one returns true, of something that speeds up queries of the index; `name` is unique
   * among those of the same rows. Queries do without until then, or make steps themselves.
   */
  later(name: string, step: () => boolean): void;
}

/** The upkeep of an index that nobody bounds, and whose queries make all steps. */
export const NO_UPKEEP: IndexUpkeep = { grows: () => {}, later: () => {} };

/** What an index belongs to. */
export interface IndexPlace extends IndexUpkeep {
  readonly owner: Owner;
  readonly rows: PagedArray<Row>;
}

/** How an index over values of rows is built. */
export interface RowIndexPlan<I extends RowIndex = RowIndex> {
  /** Unique among the indexes of the same rows. */
  readonly name: string;
  /** What is read from each row. */
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

/** Changes that one step makes again. */
const REPLAYED = 64;

/** Estimated bytes for each row while its values are sorted. */
const ROW_BYTES = 40;

/**
 * The building of an index over values of rows, in three phases. First columns are read, which changes keep up to date.
 * Then an index is made of a copy of them, which no change affects: changes are logged. Forks share this phase. In the
 * end each owner gets the index as its own, and makes the logged changes in it.
 */
export class RowIndexBuild implements Build {
  readonly plan: RowIndexPlan;
  readonly columns: readonly LiveColumn[];
  readonly #readBlock: () => boolean;
  readonly #place: IndexPlace;
  readonly #finish: (plan: RowIndexPlan, index: RowIndex) => void;
  readonly #log: RowChange[];
  #job: Job<RowIndex> | null;
  #index: RowIndex | null = null;
  #replayed = 0;

  /** `readBlock` reads a block of rows into the columns, and returns true once all are read. `finish` is called with the index. */
  constructor(
    plan: RowIndexPlan,
    columns: readonly LiveColumn[],
    readBlock: () => boolean,
    place: IndexPlace,
    finish: (plan: RowIndexPlan, index: RowIndex) => void,
    from?: RowIndexBuild,
  ) {
    this.plan = plan;
    this.columns = columns;
    this.#readBlock = readBlock;
    this.#place = place;
    this.#finish = finish;
    this.#log = from === undefined ? [] : [...from.#log];
    this.#job = from === undefined ? null : from.#job;
  }

  get name(): string {
    return this.plan.name;
  }

  get bytes(): number {
    return this.#place.rows.length * ROW_BYTES + this.#log.length * ROW_BYTES;
  }

  /** Whether the columns are read: rows that were added since are few. */
  get hasColumns(): boolean {
    return this.#job !== null;
  }

  step(): boolean {
    if (this.#job === null) {
      if (this.#readBlock()) this.#job = new Job(this.#sort());
      return false;
    }
    if (this.#index !== null) return this.#replay(this.#index);
    const built = this.#job.step();
    if (built !== null) this.#index = this.plan.fork(built, this.#place);
    return false;
  }

  /** A row was added, removed or replaced. */
  change(before: Row | null, after: Row | null): void {
    if (this.#job !== null) this.#log.push({ before, after });
  }

  #sort(): Steps<RowIndex> {
    const copies = this.columns.map(({ values }) => values.copy());
    return this.plan.build(copies, this.#place);
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

/**
 * Reads the rows in some slots into the columns that have not read them yet. Restored rows are not made for columns that
 * can be read alone.
 */
export function readInto(columns: readonly LiveColumn[], rows: PagedArray<Row>, from: number, until: number): void {
  let slot = from;
  const item = (row: Row | undefined) => {
    for (let at = 0; at < columns.length; at++) columns[at]?.read(slot, row);
    slot++;
  };
  const parts = partsOf(columns);
  if (parts === null) {
    while (slot < until) item(rows.get(slot));
    return;
  }
  const partOf = columns.map(({ reader }) => parts.indexOf(reader.parts?.[0] ?? ""));
  const visit: VisitColumns = (values, start, count) => {
    for (let at = 0; at < columns.length; at++) {
      const column = values[partOf[at] ?? -1];
      if (column !== undefined) columns[at]?.readColumn(slot, column, start, count);
    }
    slot += count;
  };
  const areParts = columns.every(({ reader }) => reader.isPart);
  rows.eachSketch(from, until, parts, { item, columns: areParts ? visit : null });
}

/** What the columns read of each row; null if one of them needs whole rows. */
function partsOf(columns: readonly LiveColumn[]): readonly string[] | null {
  const parts = new Set<string>();
  for (const { reader } of columns) {
    if (reader.parts === null) return null;
    for (const part of reader.parts) parts.add(part);
  }
  return [...parts];
}
