import type { PagedArray, VisitColumns } from "../../structures/paged/paged-array.ts";
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

/** Columns of values by slot that an index is built from, which are read from the rows in blocks, each row once for all of them. */
export class RowColumns {
  readonly values: readonly ColumnValues[];
  readonly #readers: readonly ColumnReader[];
  readonly #rows: PagedArray<Row>;
  /** The parts of each row that the columns read; null for whole rows. */
  readonly #parts: readonly string[] | null;

  constructor(readers: readonly ColumnReader[], rows: PagedArray<Row>) {
    this.values = readers.map(() => new ColumnValues(rows.length));
    this.#readers = readers;
    this.#rows = rows;
    this.#parts = partsOf(readers);
  }

  /** The values of all rows. */
  static of(readers: readonly ColumnReader[], rows: PagedArray<Row>): readonly ColumnValues[] {
    const columns = new RowColumns(readers, rows);
    columns.read(rows.length);
    return columns.values;
  }

  /** How many slots were read. */
  get length(): number {
    return this.values[0]?.length ?? 0;
  }

  /**
   * Reads the next slots; returns true once all are read. Restored rows are not made for columns that can be read alone.
   */
  read(count: number): boolean {
    const from = this.length;
    const until = Math.min(this.#rows.length, from + count);
    if (this.#parts === null) for (let slot = from; slot < until; slot++) this.#push(this.#rows.get(slot));
    else this.#readParts(this.#parts, from, until);
    return until === this.#rows.length;
  }

  #readParts(parts: readonly string[], from: number, until: number): void {
    const item = (row: Row | undefined) => this.#push(row);
    if (!this.#readers.every(({ isPart }) => isPart)) {
      this.#rows.eachSketch(from, until, parts, { item, columns: null });
      return;
    }
    const partOf = this.#readers.map(({ parts: own }) => parts.indexOf(own?.[0] ?? ""));
    // The readers read values as they are.
    const columns: VisitColumns = (values, start, count) => {
      for (let at = 0; at < partOf.length; at++) {
        const column = values[partOf[at] ?? -1];
        if (column !== undefined) this.values[at]?.pushAll(column, start, start + count);
      }
    };
    this.#rows.eachSketch(from, until, parts, { item, columns });
  }

  #push(row: Row | undefined): void {
    for (let at = 0; at < this.values.length; at++) {
      this.values[at]?.push(row === undefined ? undefined : this.#readers[at]?.read(row));
    }
  }
}

/** The parts of each row that the columns read; null if one of them needs whole rows. */
function partsOf(readers: readonly ColumnReader[]): readonly string[] | null {
  const parts = new Set<string>();
  for (const { parts: own } of readers) {
    if (own === null) return null;
    for (const part of own) parts.add(part);
  }
  return [...parts];
}
