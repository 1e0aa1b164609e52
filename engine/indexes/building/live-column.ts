import type { PagedArray } from "../../structures/paged/paged-array.ts";
import type { Row } from "../../values/row.ts";

/** A value that is read from each row; `name` is unique among the values of the same rows. */
export interface ColumnReader<V = unknown> {
  readonly name: string;
  read(row: Row): V;
}

/** Values by slot; undefined where there is no row. */
export type ColumnValues<V = unknown> = readonly (V | undefined)[];

/**
 * A value of each row, by slot, while an index over it is being built: reading and testing it takes a small part of the
 * time of reading the rows. It is read from the rows in blocks, and every change of a row that was read updates it.
 */
export class LiveColumn<V = unknown> {
  readonly reader: ColumnReader<V>;
  readonly #rows: PagedArray<Row>;
  readonly #values: (V | undefined)[];

  constructor(reader: ColumnReader<V>, rows: PagedArray<Row>, values: ColumnValues<V> = []) {
    this.reader = reader;
    this.#rows = rows;
    this.#values = [...values];
  }

  /** How many slots were read. */
  get length(): number {
    return this.#values.length;
  }

  get isWhole(): boolean {
    return this.#values.length >= this.#rows.length;
  }

  /** The values of the slots that were read. Callers must not keep them: they change with the rows. */
  get values(): ColumnValues<V> {
    return this.#values;
  }

  /** Reads the row in the next slot; does nothing for any other slot. */
  read(slot: number, row: Row | undefined): void {
    if (slot === this.#values.length) this.#values.push(row === undefined ? undefined : this.reader.read(row));
  }

  /** The row in a slot has changed; null stands for none. */
  change(slot: number, row: Row | null): void {
    if (slot < this.#values.length) this.#values[slot] = row === null ? undefined : this.reader.read(row);
  }

  /** The same column over the fork of its rows. */
  fork(rows: PagedArray<Row>): LiveColumn<V> {
    return new LiveColumn(this.reader, rows, this.#values);
  }
}
