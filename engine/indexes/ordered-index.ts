import type { Owner } from "../paged/owner.ts";
import type { PagedArray } from "../paged/paged-array.ts";
import { type Cursor, SortedList } from "../paged/sorted-list.ts";
import type { Row } from "../state/row.ts";
import { Landmarks } from "./landmarks.ts";
import { emptyBits, NO_SLOTS, type SlotSet, setBit, union } from "./slot-set.ts";

/** What an index is in the order of. */
export interface IndexOrder {
  /** Unlike that of every other order of the same rows. */
  readonly name: string;
  /** Zero for rows that only their ids tell apart. */
  compare(left: Row, right: Row): number;
}

/** The rows between two points of an index. */
export interface Range {
  readonly from: Cursor;
  readonly to: Cursor;
}

/** Runs of equal rows up to this length are stepped over; the start of a longer one is searched for. */
const FEW_STEPS = 16;

/** Ranges of fewer rows than this are gathered one by one. */
const FEW_ROWS = 64;

/**
 * The rows of one space in some order, equal ones by id: what equality, ranges, prefixes and sorting need. It holds
 * their slots, which costs eight bytes a row. Changing it costs the logarithm of its length.
 */
export class OrderedIndex {
  readonly order: IndexOrder;
  readonly #owner: Owner;
  readonly #rows: PagedArray<Row>;
  readonly #slots: SortedList<number>;
  #landmarks: Landmarks | null;

  private constructor(
    owner: Owner,
    order: IndexOrder,
    rows: PagedArray<Row>,
    shared: SortedList<number> | readonly number[],
    landmarks: Landmarks | null,
  ) {
    this.order = order;
    this.#owner = owner;
    this.#rows = rows;
    const compare = (left: number, right: number) => order.compare(this.#row(left), this.#row(right)) || left - right;
    this.#slots =
      shared instanceof SortedList ? new SortedList(owner, compare, shared) : SortedList.of(owner, compare, shared);
    this.#landmarks = landmarks;
  }

  static build(owner: Owner, order: IndexOrder, rows: PagedArray<Row>): OrderedIndex {
    const sorted = [...rows.values()].sort((left, right) => order.compare(left, right) || left.slot - right.slot);
    return new OrderedIndex(
      owner,
      order,
      rows,
      sorted.map((row) => row.slot),
      null,
    );
  }

  get length(): number {
    return this.#slots.length;
  }

  /** Roughly what it takes in memory. */
  get bytes(): number {
    return this.#slots.length * 9 + (this.#landmarks?.bytes ?? 0);
  }

  /** Takes in a row that stands in its slot already. */
  add(row: Row): void {
    this.#slots.add(row.slot);
    this.#landmarks = this.#landmarks?.add(row) ?? null;
  }

  /** Lets go of a row that still stands in its slot. */
  remove(row: Row): void {
    this.#slots.remove(row.slot);
    this.#landmarks = this.#landmarks?.remove(row) ?? null;
  }

  /** The same index over the fork of its rows. */
  fork(owner: Owner, rows: PagedArray<Row>): OrderedIndex {
    return new OrderedIndex(owner, this.order, rows, this.#slots, this.#landmarks?.fork(owner) ?? null);
  }

  /** All rows. */
  get all(): Range {
    return { from: this.#slots.start, to: this.#slots.end };
  }

  /** The point before the first row that is not before what is sought; `isBefore` must be true for a beginning only. */
  seek(isBefore: (row: Row) => boolean): Cursor {
    return this.#slots.seek((slot) => isBefore(this.#row(slot)));
  }

  count({ from, to }: Range): number {
    return this.#slots.count(from, to);
  }

  /** The slots of some ranges that have no row in common. */
  slotsIn(ranges: readonly Range[]): SlotSet {
    const rows = ranges.reduce((sum, range) => sum + this.count(range), 0);
    if (rows < Math.max(FEW_ROWS, this.#rows.length >> 6)) {
      const slots: number[] = [];
      for (const range of ranges) this.each(range, 0, (slot) => slots.push(slot) > 0);
      return { kind: "list", slots };
    }
    const [first, ...others] = ranges.map((range): SlotSet => ({ kind: "bits", words: this.#bitsOf(range) }));
    return others.reduce((all, next) => union(all, next, this.#rows.length), first ?? NO_SLOTS);
  }

  /** Visits the slots of a range in ascending order, after the first `skipped`, until a visit answers false. */
  each({ from, to }: Range, skipped: number, visit: (slot: number) => boolean): void {
    this.#slots.each(skipped === 0 ? from : this.#slots.forward(from, skipped), to, visit);
  }

  /** The same from the highest place down; equal rows still come by ascending id. */
  eachDescending({ from, to }: Range, skipped: number, visit: (slot: number) => boolean): void {
    const left = this.#slots.count(from, to) - skipped;
    if (left <= 0) return;
    let end = skipped === 0 ? to : this.#slots.forward(from, left);
    if (skipped > 0) {
      // The border may run through equal rows, of which the first in order have been skipped.
      const [first, behind] = [this.#startOfRun(from, end), this.#endOfRun(end, to)];
      const rest = this.#slots.forward(first, this.#slots.count(end, behind));
      if (!this.#slots.each(rest, behind, visit)) return;
      end = first;
    }
    while (!this.#slots.isAtOrBefore(end, from)) {
      const start = this.#startOfRun(from, end);
      if (!this.#slots.each(start, end, visit)) return;
      end = start;
    }
  }

  /**
   * Visits all slots from the last place to the first until a visit answers false. Equal rows come by descending id:
   * whoever minds turns them round, which costs less than finding where they begin.
   */
  eachBackward(visit: (slot: number) => boolean): void {
    this.#slots.eachBackward(visit);
  }

  /** Whether only their ids tell two rows apart. */
  isSame(left: number, right: number): boolean {
    return this.order.compare(this.#row(left), this.#row(right)) === 0;
  }

  #row(slot: number): Row {
    // Every slot in the list has its row.
    return this.#rows.get(slot) as Row;
  }

  #bitsOf(range: Range): Int32Array {
    const words = emptyBits(this.#rows.length);
    if (Landmarks.pay(this.#slots.length)) {
      const rowAt = (slot: number) => this.#row(slot);
      this.#landmarks ??= Landmarks.build(this.#owner, this.order, this.#slots, rowAt);
      this.#landmarks.fill(words, range, this.#slots, rowAt);
    } else {
      this.each(range, 0, (slot) => {
        setBit(words, slot);
        return true;
      });
    }
    return words;
  }

  /** The point before the equal rows that end at a point. */
  #startOfRun(from: Cursor, end: Cursor): Cursor {
    const last = this.#rowBefore(end);
    if (last === undefined) return from;
    const { compare } = this.order;
    const start = this.#slots.stepBack(end, from, FEW_STEPS, (slot) => compare(this.#row(slot), last) === 0);
    if (this.#slots.count(start, end) < FEW_STEPS) return start;
    const border = this.seek((row) => compare(row, last) < 0);
    return this.#slots.isAtOrBefore(border, from) ? from : border;
  }

  /** The point behind the rows that are equal to the last one before a point. */
  #endOfRun(end: Cursor, to: Cursor): Cursor {
    const last = this.#rowBefore(end);
    if (last === undefined) return end;
    const border = this.seek((row) => this.order.compare(row, last) <= 0);
    return this.#slots.isAtOrBefore(to, border) ? to : border;
  }

  #rowBefore(cursor: Cursor): Row | undefined {
    const slot = this.#slots.before(cursor);
    return slot === undefined ? undefined : this.#rows.get(slot);
  }
}
