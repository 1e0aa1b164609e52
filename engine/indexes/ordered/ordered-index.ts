import { Owner } from "../../structures/paged/owner.ts";
import type { PagedArray } from "../../structures/paged/paged-array.ts";
import type { ListOrder } from "../../structures/sorted-list/chunk.ts";
import type { Cursor } from "../../structures/sorted-list/cursor.ts";
import { SortedList } from "../../structures/sorted-list/sorted-list.ts";
import type { WantedItems } from "../../structures/sorted-list/take.ts";
import type { Row } from "../../values/row.ts";
import type { ColumnValues } from "../building/column-values.ts";
import { RowColumns } from "../building/row-columns.ts";
import { type IndexPlace, NO_UPKEEP, type RowIndexPlan } from "../building/row-index-build.ts";
import { blocksOf, finish, type Steps } from "../building/steps.ts";
import { giveBack } from "../sorting/sort-memory.ts";
import type { IndexOrder, Range } from "./index-order.ts";
import { type LabelRange, OrderLabels } from "./order-labels.ts";
import { RangeSets } from "./range-sets.ts";
import { Runs } from "./runs.ts";
import { readersOf, sortedRows } from "./sorted-rows.ts";

/** Reading one row takes as long as computing this many labels. */
const RANKS_FOR_A_LOOK = 16;

/**
 * A sorted index: the rows of one space in some order, equal rows by id. It serves equality, ranges, prefixes and
 * sorting. It stores slots, keys and labels, at twenty-two bytes per row. A change takes logarithmic time.
 */
export class OrderedIndex {
  readonly order: IndexOrder;
  /** Its rows as sets. */
  readonly sets: RangeSets;
  readonly #rows: PagedArray<Row>;
  readonly #slots: SortedList<number, unknown>;
  readonly #runs: Runs;
  #labels: OrderLabels | null;
  /** Rows that were read because there are no labels. */
  #looks = 0;
  #changes = 0;

  private constructor(
    order: IndexOrder,
    rows: PagedArray<Row>,
    slots: SortedList<number, unknown>,
    sets: RangeSets,
    labels: OrderLabels | null,
  ) {
    this.order = order;
    this.sets = sets;
    this.#rows = rows;
    this.#slots = slots;
    this.#runs = new Runs(order, slots);
    this.#labels = labels;
  }

  static build(owner: Owner, order: IndexOrder, rows: PagedArray<Row>, { grows, later } = NO_UPKEEP): OrderedIndex {
    const columns = RowColumns.of(readersOf(order), rows);
    return finish(OrderedIndex.inSteps({ owner, rows, grows, later }, order, columns));
  }

  /** Like `build`, of the columns that `readersOf` reads. */
  static *inSteps(
    { owner, rows, ...upkeep }: IndexPlace,
    order: IndexOrder,
    columns: readonly ColumnValues[],
  ): Steps<OrderedIndex> {
    const { slots: items, keys, ranks } = yield* sortedRows(order, columns);
    const slots = new SortedList<number, unknown>(owner, listOrder(order));
    for (const [from, until] of blocksOf(items.length)) {
      slots.appendAll(items.slice(from, until), keys.slice(from, until));
      yield;
    }
    const sets = new RangeSets(owner, order, rows, slots, upkeep);
    const labels = yield* OrderLabels.inSteps(order, slots, columns[0]?.length ?? 0, ranks);
    giveBack(ranks);
    return new OrderedIndex(order, rows, slots, sets, labels);
  }

  get length(): number {
    return this.#slots.length;
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    return this.#slots.length * 17 + this.sets.bytes + (this.#labels?.bytes ?? 0);
  }

  /** Counts the changes of the index: rows added, removed or moved. */
  get changes(): number {
    return this.#changes;
  }

  /** Adds a row. */
  add(row: Row): void {
    this.#changes++;
    const key = this.order.keyOf(row);
    this.#slots.add(row.slot, key);
    this.sets.add(row.slot, key);
    this.#label(row.slot, key);
  }

  /** Removes a row. */
  remove(row: Row): void {
    this.#changes++;
    const key = this.order.keyOf(row);
    this.#slots.remove(row.slot, key);
    this.sets.remove(row.slot, key);
  }

  /** Replaces the row in a slot. */
  replace(before: Row, after: Row): void {
    const [from, to] = [this.order.keyOf(before), this.order.keyOf(after)];
    const { slot } = after;
    if (this.order.compare(from, to) === 0) {
      if (from !== to) this.#slots.rekey(slot, to);
      return;
    }
    this.#changes++;
    this.#slots.remove(slot, from);
    this.#slots.add(slot, to);
    this.sets.move(slot, from, to);
    this.#label(slot, to);
  }

  /** The same index over the fork of its rows; without labels, which cannot be shared. */
  fork(owner: Owner, rows: PagedArray<Row>, upkeep = NO_UPKEEP): OrderedIndex {
    const slots = this.#slots.fork(owner);
    return new OrderedIndex(this.order, rows, slots, this.sets.fork(owner, rows, slots, upkeep), null);
  }

  /** Like `fork`, with the same labels. */
  copy(place: IndexPlace): OrderedIndex {
    const fork = this.fork(place.owner, place.rows, place);
    fork.#labels = this.#labels?.copy() ?? null;
    return fork;
  }

  /**
   * Labels for comparing rows without reading them; null as long as reading this many rows is faster than computing the
   * labels.
   */
  labels(rows: number): OrderLabels | null {
    if (this.#labels === null) {
      this.#looks += rows;
      if (this.#looks * RANKS_FOR_A_LOOK < this.length) return null;
      this.#labels = OrderLabels.build(this.order, this.#slots, this.#rows.length);
      this.#looks = 0;
    }
    return this.#labels;
  }

  /** A test whether slots are in one of the ranges; null if `labels` would be for this many rows. */
  slotsIn(ranges: readonly Range[], rows: number): LabelRange | null {
    return this.labels(rows)?.slotsIn(ranges, this.#slots) ?? null;
  }

  /** All rows. */
  get all(): Range {
    return { from: this.#slots.start, to: this.#slots.end };
  }

  /**
   * The point before the first row whose key fails `isBefore`, which must be true for a prefix of the index only.
   * `from`: a point at or before it, ideally close.
   */
  seek(isBefore: (key: unknown) => boolean, from?: Cursor): Cursor {
    return this.#slots.seek(isBefore, from);
  }

  count({ from, to }: Range): number {
    return this.#slots.count(from, to);
  }

  /** Visits the slots of a range in ascending order until a visit returns false. */
  each({ from, to }: Range, visit: (slot: number) => boolean): void {
    this.#slots.each(from, to, visit);
  }

  /** Like `each` in descending order; equal rows are still in ascending order of ids. */
  eachDescending(range: Range, visit: (slot: number) => boolean): void {
    this.#runs.each(range, true, ({ from, to }) => this.#slots.each(from, to, visit));
  }

  /**
   * The slots of a range in ascending or descending order, equal rows by ascending id: from number `start` up to
   * `stop`.
   */
  page(range: Range, descending: boolean, start: number, stop: number): readonly number[] {
    if (start === 0) return this.take(range, descending, null, 0, stop);
    const { from, to } = range;
    if (!descending) return this.take({ from: this.#slots.forward(from, start), to }, false, null, 0, stop - start);
    const left = this.count(range) - start;
    if (left <= 0) return [];
    // The page may begin inside a run of equal rows, whose first rows are skipped.
    const end = this.#slots.forward(from, left);
    const [first, behind] = [this.#runs.startOf(from, end), this.#runs.endOf(end, to)];
    const rest = this.#slots.forward(first, this.#slots.count(end, behind));
    const taken = this.take({ from: rest, to: behind }, false, null, 0, stop - start);
    return taken.concat(this.take({ from, to: first }, true, null, 0, stop - start - taken.length));
  }

  /** Visits the runs of equal rows in a range, from its start or from its end, until a visit returns false. */
  eachRun(range: Range, descending: boolean, visit: (run: Range) => boolean): void {
    this.#runs.each(range, descending, visit);
  }

  /**
   * The wanted slots of a range (null: all slots) in ascending or descending order, equal rows by ascending id: from
   * number `start` up to `stop`, counted from 0.
   */
  take(
    { from, to }: Range,
    descending: boolean,
    wanted: WantedItems<number> | null,
    start: number,
    stop: number,
  ): readonly number[] {
    return this.#slots.take(from, to, descending, wanted, start, stop);
  }

  /** About `length` rows from a point on; runs of equal rows are never split. */
  stretch(point: Cursor, length: number, descending: boolean): Range {
    const { from, to } = this.all;
    const number = this.#slots.numberAt(point) + (descending ? -length : length);
    const end = this.#slots.forward(from, Math.max(0, number));
    if (descending) return { from: number <= 0 ? from : this.#runs.startOf(from, end), to: point };
    return { from: point, to: this.#slots.isAtOrBefore(to, end) ? to : this.#runs.endOf(end, to) };
  }

  #label(slot: number, key: unknown): void {
    if (this.#labels?.add(slot, key, this.#slots) === false) this.#labels = null;
  }
}

function listOrder({ compare }: IndexOrder): ListOrder<number, unknown> {
  return { compare, compareEqual: (left, right) => left - right, ownKeys: false };
}

/** How the index in an order is built. */
export function orderedPlan(order: IndexOrder): RowIndexPlan<OrderedIndex> {
  return {
    name: `in order of ${order.name}`,
    readers: readersOf(order),
    build: (columns, place) => OrderedIndex.inSteps({ ...place, owner: new Owner() }, order, columns),
    fork: (index, place) => index.copy(place),
  };
}
