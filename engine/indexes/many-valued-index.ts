import { Owner } from "../structures/paged/owner.ts";
import type { PagedArray } from "../structures/paged/paged-array.ts";
import type { ListOrder } from "../structures/sorted-list/chunk.ts";
import type { Cursor } from "../structures/sorted-list/cursor.ts";
import { SortedList } from "../structures/sorted-list/sorted-list.ts";
import type { Row } from "../values/row.ts";
import type { Value } from "../values/value.ts";
import { type ColumnValues, NO_VALUES } from "./building/column-values.ts";
import { RowColumns } from "./building/row-columns.ts";
import { type IndexPlace, NO_UPKEEP, type RowIndexPlan } from "./building/row-index-build.ts";
import { blocksOf, finish, type Steps } from "./building/steps.ts";
import type { Range } from "./ordered/index-order.ts";
import { emptyBits, type SlotSet, setBit } from "./slot-set.ts";
import { multiKeySort } from "./sorting/multi-key-sort.ts";
import { nullsFirst, type Ordering } from "./sorting/ordering.ts";
import { valueColumn } from "./sorting/value-column.ts";

/** Values that may be several in a row, but at least one: null if the row has none. */
export interface RowValues extends Ordering {
  /** Unique among the values of the same rows. */
  readonly name: string;
  /** The attributes and times that `read` reads, besides the ids of the row. */
  readonly parts: readonly string[];
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
 * An index over values that may be several in a row, as in repeatable components. Every distinct value of a row is an
 * entry. An entry contains its value, so a change affects only the row's own entries.
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
    const [bySlot = NO_VALUES] = RowColumns.of([values], rows);
    // The only reader reads such values.
    return finish(
      ManyValuedIndex.inSteps({ owner, rows, ...NO_UPKEEP }, values, bySlot as ColumnValues<readonly Value[]>),
    );
  }

  /** Like `build`, of the values of each row. */
  static *inSteps(
    { owner, rows }: IndexPlace,
    values: RowValues,
    bySlot: ColumnValues<readonly Value[]>,
  ): Steps<ManyValuedIndex> {
    const order = orderOf(values);
    const entries: ValueAt[] = [];
    for (const [from, until] of blocksOf(bySlot.length)) {
      for (let slot = from; slot < until; slot++) {
        for (const entry of entriesOf(order, bySlot.get(slot) ?? [], slot)) entries.push(entry);
      }
      yield;
    }
    const column = valueColumn(
      entries.map(({ value }) => value),
      values,
      false,
    );
    yield;
    // Stable, so entries with the same value are in the order of their slots.
    const { items } = yield* multiKeySort(entries.length, [column]);
    const sorted = new SortedList<ValueAt, Value>(owner, order);
    for (const [from, until] of blocksOf(items.length)) {
      const block = Array.from(items.subarray(from, until), (item) => entries[item] as ValueAt);
      sorted.appendAll(
        block,
        block.map(({ value }) => value),
      );
      yield;
    }
    return new ManyValuedIndex(values, rows, sorted);
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    return this.#entries.length * ENTRY_BYTES;
  }

  /** Adds a row. */
  add(row: Row): void {
    for (const entry of this.#entriesOf(row)) this.#entries.add(entry, entry.value);
  }

  /** Removes a row. */
  remove(row: Row): void {
    for (const entry of this.#entriesOf(row)) this.#entries.remove(entry, entry.value);
  }

  /** Replaces the row in a slot. */
  replace(before: Row, after: Row): void {
    this.remove(before);
    this.add(after);
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

  /** The number of entries; a row may have several. */
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

  #entriesOf(row: Row): readonly ValueAt[] {
    return entriesOf(orderOf(this.values), this.values.read(row), row.slot);
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
function entriesOf(order: ListOrder<ValueAt, Value>, values: readonly Value[], slot: number): readonly ValueAt[] {
  const entries = values.map((value): ValueAt => ({ value, slot }));
  if (entries.length < 2) return entries;
  const compare = inOrder(order);
  return entries.sort(compare).filter((entry, at, all) => at === 0 || compare(entry, all[at - 1] as ValueAt) !== 0);
}

/** How the index over some values is built. */
export function manyValuedPlan(values: RowValues): RowIndexPlan<ManyValuedIndex> {
  return {
    name: `values of ${values.name}`,
    readers: [{ name: `values of ${values.name}`, parts: values.parts, read: values.read }],
    build: ([bySlot = NO_VALUES], place) =>
      // The only reader reads such values.
      ManyValuedIndex.inSteps({ ...place, owner: new Owner() }, values, bySlot as ColumnValues<readonly Value[]>),
    fork: (index, { owner, rows }) => index.fork(owner, rows),
  };
}
