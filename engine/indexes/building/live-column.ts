import type { PagedArray } from "../../structures/paged/paged-array.ts";
import type { PartColumn } from "../../structures/paged/part-column.ts";
import type { Row } from "../../values/row.ts";
import { ColumnValues } from "./column-values.ts";

/** A value that is read from each row; `name` is unique among the values of the same rows. */
export interface ColumnReader<V = unknown> {
  readonly name: string;
  /** The attributes and times that `read` reads, besides the ids of the row; null if it needs the whole row. */
  readonly parts: readonly string[] | null;
  /** Whether `read` returns the only part just as the row holds it, or null for undefined. */
  readonly isPart?: boolean;
  read(row: Row): V;
}

/**
 * A value of each row, by slot, while an index over it is being built: reading and testing it takes a small part of the
 * time of reading the rows. It is read from the rows in blocks, and every change of a row that was read updates it.
 */
export class LiveColumn<V = unknown> {
  readonly reader: ColumnReader<V>;
  readonly #rows: PagedArray<Row>;
  readonly #values: ColumnValues<V>;

  constructor(reader: ColumnReader<V>, rows: PagedArray<Row>, values = new ColumnValues<V>(rows.length)) {
    this.reader = reader;
    this.#rows = rows;
    this.#values = values;
  }

  /** How many slots were read. */
  get length(): number {
    return this.#values.length;
  }

  get isWhole(): boolean {
    return this.length >= this.#rows.length;
  }

  /** The values of the slots that were read. Callers must not keep them, except for a copy: they change with the rows. */
  get values(): ColumnValues<V> {
    return this.#values;
  }

  /** Reads the row in the next slot; does nothing for any other slot. */
  read(slot: number, row: Row | undefined): void {
    if (slot === this.length) this.#values.push(row === undefined ? undefined : this.reader.read(row));
  }

  /** Reads rows in the slots from this one on, of which a column that `isPart` has the values from `start` on. */
  readColumn(slot: number, column: PartColumn, start: number, count: number): void {
    const known = this.length - slot;
    // The reader reads values as they are.
    if (known >= 0 && known < count) this.#values.pushAll(column, start + known, start + count);
  }

  /** The row in a slot has changed; null stands for none. */
  change(slot: number, row: Row | null): void {
    if (slot < this.length) this.#values.set(slot, row === null ? undefined : this.reader.read(row));
  }

  /** The same column over the fork of its rows. */
  fork(rows: PagedArray<Row>): LiveColumn<V> {
    return new LiveColumn(this.reader, rows, this.#values.copy());
  }
}
