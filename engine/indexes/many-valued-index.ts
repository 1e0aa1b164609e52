import type { Owner } from "../structures/paged/owner.ts";
import type { PagedArray } from "../structures/paged/paged-array.ts";
import type { ListOrder } from "../structures/sorted-list/chunk.ts";
import type { Cursor } from "../structures/sorted-list/cursor.ts";
import { SortedList } from "../structures/sorted-list/sorted-list.ts";
import type { Row } from "../values/row.ts";
import type { Value } from "../values/value.ts";
import type { Range } from "./ordered/index-order.ts";
import { emptyBits, type SlotSet, setBit } from "./slot-set.ts";
import { multiKeySort } from "./sorting/multi-key-sort.ts";
import { nullsFirst, type Ordering } from "./sorting/ordering.ts";
import { valueColumn } from "./sorting/value-column.ts";

/** Values of which a row may have several, but at least one: null if it has nothing. */
export interface RowValues extends Ordering {
  /** Unique among the values of the same rows. */
  readonly name: string;
  read(row: Row): readonly Value[];
}

/** A value with the slot of its row. */
export interface ValueAt {
  readonly value: Value;
  readonly slot: number;
}

/** Bytes of one entry: an object, its place in a list, and its key there. */
const ENTRY_BYTES = 56;

/**
 * An index over values of which each row has several, such as those of repeatable components. Every distinct value of a
 * row is an entry. An entry contains its value, so a change affects only the row's own entries.
 */
export class ManyValuedIndex {
  readonly values: RowValues;
  readonly #rows: PagedArray<Row>;
  readonly #entries: SortedList<ValueAt, Value>;

  private constructor(values: RowValues, rows: PagedArray<Row>, entries: SortedList<ValueAt, Value>) {
    this.values = values;
    this.#rows = rows;
    this.#entries = entries;
  }

  static build(owner: Owner, values: RowValues, rows: PagedArray<Row>): ManyValuedIndex {
    const order = orderOf(values);
    const entries: ValueAt[] = [];
    for (const row of rows.values()) entries.push(...entriesOf(values, row));
    const column = valueColumn(
      entries.map(({ value }) => value),
      values,
      false,
    );
    // Stable, so entries with the same value are in the order of their slots.
    const { items } = multiKeySort(entries.length, [column]);
    const sorted = Array.from(items, (item) => entries[item] as ValueAt);
    const keys = sorted.map(({ value }) => value);
    return new ManyValuedIndex(values, rows, SortedList.of(owner, order, sorted, keys));
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    return this.#entries.length * ENTRY_BYTES;
  }

  /** Adds a row. */
  add(row: Row): void {
    for (const entry of entriesOf(this.values, row)) this.#entries.add(entry, entry.value);
  }

  /** Removes a row. */
  remove(row: Row): void {
    for (const entry of entriesOf(this.values, row)) this.#entries.remove(entry, entry.value);
  }

  /** The same index over the fork of its rows. */
  fork(owner: Owner, rows: PagedArray<Row>): ManyValuedIndex {
    return new ManyValuedIndex(this.values, rows, this.#entries.fork(owner));
  }

  /** All entries. */
  get all(): Range {
    return { from: this.#entries.start, to: this.#entries.end };
  }

  /**
   * The point before the first entry whose value fails `isBefore`, which must be true for a prefix of the index only.
   * `from`: a point at or before it, ideally close.
   */
  seek(isBefore: (value: Value) => boolean, from?: Cursor): Cursor {
    return this.#entries.seek(isBefore, from);
  }

  /** The number of entries, of which a row may have several. */
  count({ from, to }: Range): number {
    return this.#entries.count(from, to);
  }

  /** The slots of the rows with an entry in one of the ranges. */
  slotsIn(ranges: readonly Range[]): SlotSet {
    const count = ranges.reduce((sum, range) => sum + this.count(range), 0);
    if (count * 32 < this.#rows.length) {
      const slots = new Set<number>();
      this.#each(ranges, (slot) => slots.add(slot));
      return { kind: "list", slots: [...slots] };
    }
    const words = emptyBits(this.#rows.length);
    this.#each(ranges, (slot) => setBit(words, slot));
    return { kind: "bits", words };
  }

  #each(ranges: readonly Range[], visit: (slot: number) => void): void {
    for (const { from, to } of ranges) {
      this.#entries.each(from, to, ({ slot }) => {
        visit(slot);
        return true;
      });
    }
  }
}

/** By value, nulls first, then by slot. */
function orderOf({ compare }: RowValues): ListOrder<ValueAt, Value> {
  return {
    compare: nullsFirst(compare),
    compareEqual: (left, right) => left.slot - right.slot,
    ownKeys: false,
  };
}

function inOrder({ compare, compareEqual }: ListOrder<ValueAt, Value>) {
  return (left: ValueAt, right: ValueAt) => compare(left.value, right.value) || compareEqual(left, right);
}

/** One entry for each distinct value of a row. */
function entriesOf(values: RowValues, row: Row): readonly ValueAt[] {
  const entries = values.read(row).map((value): ValueAt => ({ value, slot: row.slot }));
  if (entries.length < 2) return entries;
  const compare = inOrder(orderOf(values));
  return entries.sort(compare).filter((entry, at, all) => at === 0 || compare(entry, all[at - 1] as ValueAt) !== 0);
}
