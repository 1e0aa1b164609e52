import type { Owner } from "../paged/owner.ts";
import { type Compare, type Cursor, SortedList } from "../paged/sorted-list.ts";
import type { Row } from "../state/row.ts";
import type { Value } from "../value.ts";

/** What an index is over: how its values are read from a row, and their order without nulls. */
export interface IndexedField {
  readonly name: string;
  read(row: Row): Value;
  compare(left: Value, right: Value): number;
}

/** The rows between two points of an index. */
export interface Range {
  readonly from: Cursor;
  readonly to: Cursor;
}

/** One end of a range of values: the value itself is inside, or not. */
export interface Bound {
  readonly value: Value;
  readonly inclusive: boolean;
}

/** Runs of equal values up to this length are stepped over; the start of a longer one is searched for. */
const FEW_STEPS = 16;

/**
 * The rows of one space by the value of one field, nulls first, equal values by id: what equality, ranges, prefixes and
 * sorting need. It holds the rows themselves, so it costs eight bytes for each. Changing it costs the logarithm of its
 * length.
 */
export class OrderedIndex {
  readonly field: IndexedField;
  readonly #rows: SortedList<Row>;

  private constructor(field: IndexedField, rows: SortedList<Row>) {
    this.field = field;
    this.#rows = rows;
  }

  static build(owner: Owner, field: IndexedField, rows: Iterable<Row>): OrderedIndex {
    const order = rowOrder(field);
    return new OrderedIndex(field, SortedList.of(owner, order, [...rows].sort(order)));
  }

  add(row: Row): void {
    this.#rows.add(row);
  }

  remove(row: Row): void {
    this.#rows.remove(row);
  }

  fork(owner: Owner): OrderedIndex {
    return new OrderedIndex(this.field, this.#rows.fork(owner));
  }

  /** All rows. */
  get all(): Range {
    return { from: this.#rows.start, to: this.#rows.end };
  }

  /** The rows without a value, or those with one. */
  nulls(isNull: boolean): Range {
    const border = this.#rows.seek((row) => this.field.read(row) === null);
    return isNull ? { from: this.#rows.start, to: border } : { from: border, to: this.#rows.end };
  }

  /** The rows whose value lies between two bounds; without a bound, up to the last value. */
  between(low: Bound | null, high: Bound | null): Range {
    const from = low === null ? this.nulls(false).from : this.#border(low.value, !low.inclusive);
    const to = high === null ? this.#rows.end : this.#border(high.value, high.inclusive);
    return { from, to };
  }

  /** The rows whose text begins like this. */
  startingWith(prefix: string): Range {
    const from = this.#border(prefix, false);
    const { field } = this;
    const to = this.#rows.seek((row) => {
      const own = field.read(row);
      return own === null || String(own).startsWith(prefix) || field.compare(own, prefix) < 0;
    });
    return { from, to };
  }

  count({ from, to }: Range): number {
    return this.#rows.count(from, to);
  }

  /** Visits the rows of a range in ascending order until a visit answers false. */
  each({ from, to }: Range, visit: (row: Row) => boolean): void {
    this.#rows.each(from, to, visit);
  }

  /** The same from the highest value down; rows with equal values still come by ascending id. */
  eachDescending({ from, to }: Range, visit: (row: Row) => boolean): void {
    let end = to;
    while (!this.#rows.isAtOrBefore(end, from)) {
      const start = this.#startOfRun(from, end);
      if (!this.#rows.each(start, end, visit)) return;
      end = start;
    }
  }

  /** The point before the rows at the end of a range that share one value. */
  #startOfRun(from: Cursor, end: Cursor): Cursor {
    const value = this.#valueBefore(end);
    let start = this.#rows.stepBack(end);
    for (let steps = 0; steps < FEW_STEPS; steps++) {
      if (this.#rows.isAtOrBefore(start, from) || !this.#isSame(this.#valueBefore(start), value)) return start;
      start = this.#rows.stepBack(start);
    }
    const border = value === null ? from : this.#border(value, false);
    return this.#rows.isAtOrBefore(border, from) ? from : border;
  }

  /** Values that are not the same thing may have the same place: 42 and "42" in a json field. */
  #isSame(left: Value, right: Value): boolean {
    if (left === null || right === null) return left === right;
    return left === right || this.field.compare(left, right) === 0;
  }

  #valueBefore(cursor: Cursor): Value {
    const row = this.#rows.before(cursor);
    return row === undefined ? null : this.field.read(row);
  }

  /** The point before the rows with this value, or behind them. */
  #border(value: Value, behind: boolean): Cursor {
    const { field } = this;
    return this.#rows.seek((row) => {
      const own = field.read(row);
      if (own === null) return true;
      const order = field.compare(own, value);
      return behind ? order <= 0 : order < 0;
    });
  }
}

function rowOrder({ read, compare }: IndexedField): Compare<Row> {
  return (left, right) => {
    const a = read(left);
    const b = read(right);
    if (a === null || b === null) return a === b ? left.id - right.id : a === null ? -1 : 1;
    return compare(a, b) || left.id - right.id;
  };
}
