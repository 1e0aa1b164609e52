import type { ListOrder } from "../paged/chunk.ts";
import type { Owner } from "../paged/owner.ts";
import type { PagedArray } from "../paged/paged-array.ts";
import { type Cursor, SortedList } from "../paged/sorted-list.ts";
import type { Row } from "../state/row.ts";
import { Landmarks } from "./landmarks.ts";
import { emptyBits, NO_SLOTS, type SlotSet, setBit, union } from "./slot-set.ts";

/** What an index is in the order of. `K`: what rows are compared by. */
export interface IndexOrder<K = unknown> {
  /** Unlike that of every other order of the same rows. */
  readonly name: string;
  keyOf(row: Row): K;
  /** Zero for keys of rows that only their ids tell apart. */
  compare(left: K, right: K): number;
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
  readonly #slots: SortedList<number, unknown>;
  #landmarks: Landmarks | null;

  private constructor(
    owner: Owner,
    order: IndexOrder,
    rows: PagedArray<Row>,
    slots: (order: ListOrder<number, unknown>) => SortedList<number, unknown>,
    landmarks: Landmarks | null,
  ) {
    this.order = order;
    this.#owner = owner;
    this.#rows = rows;
    this.#slots = slots({
      keyOf: (slot) => order.keyOf(this.#row(slot)),
      compare: order.compare,
      compareEqual: (left, right) => left - right,
    });
    this.#landmarks = landmarks;
  }

  static build(owner: Owner, order: IndexOrder, rows: PagedArray<Row>): OrderedIndex {
    const keyed = [...rows.values()].map((row) => ({ slot: row.slot, key: order.keyOf(row) }));
    const sorted = keyed.sort((left, right) => order.compare(left.key, right.key) || left.slot - right.slot);
    const slots = sorted.map(({ slot }) => slot);
    return new OrderedIndex(owner, order, rows, (inOrder) => SortedList.of(owner, inOrder, slots), null);
  }

  get length(): number {
    return this.#slots.length;
  }

  /** Roughly what it takes in memory. */
  get bytes(): number {
    return this.#slots.length * 17 + (this.#landmarks?.bytes ?? 0);
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
    const slots = (order: ListOrder<number, unknown>) => new SortedList(owner, order, this.#slots);
    return new OrderedIndex(owner, this.order, rows, slots, this.#landmarks?.fork(owner) ?? null);
  }

  /** All rows. */
  get all(): Range {
    return { from: this.#slots.start, to: this.#slots.end };
  }

  /** The point before the first key that is not before what is sought; `isBefore` must be true for a beginning only. */
  seek(isBefore: (key: unknown) => boolean): Cursor {
    return this.#slots.seek(isBefore);
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
    for (const run of this.runs({ from, to: end }, true)) if (!this.#slots.each(run.from, run.to, visit)) return;
  }

  /** The runs of equal rows of a range, from its start or from its end. */
  *runs({ from, to }: Range, descending: boolean): Generator<Range> {
    if (descending) {
      for (let end = to; !this.#slots.isAtOrBefore(end, from); ) {
        const start = this.#startOfRun(from, end);
        yield { from: start, to: end };
        end = start;
      }
      return;
    }
    for (let start = from; !this.#slots.isAtOrBefore(to, start); ) {
      const end = this.#endOfRun(this.#slots.forward(start, 1), to);
      yield { from: start, to: end };
      start = end;
    }
  }

  /**
   * Visits all slots with their keys from the last place to the first until a visit answers false. Equal rows come by
   * descending id: whoever minds turns them round, which costs less than finding where they begin.
   */
  eachBackward(visit: (slot: number, key: unknown) => boolean): void {
    this.#slots.eachBackward(visit);
  }

  #row(slot: number): Row {
    // Every slot in the list has its row.
    return this.#rows.get(slot) as Row;
  }

  #bitsOf(range: Range): Int32Array {
    const words = emptyBits(this.#rows.length);
    if (Landmarks.pay(this.#slots.length)) {
      this.#landmarks ??= Landmarks.build(this.#owner, this.order, this.#slots);
      this.#landmarks.fill(words, range, this.#slots);
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
    const { compare } = this.order;
    const last = this.#slots.keyBefore(end);
    const start = this.#slots.stepBack(end, from, FEW_STEPS, (key) => compare(key, last) === 0);
    if (this.#slots.count(start, end) < FEW_STEPS) return start;
    const border = this.seek((key) => compare(key, last) < 0);
    return this.#slots.isAtOrBefore(border, from) ? from : border;
  }

  /** The point behind the rows that are equal to the last one before a point. */
  #endOfRun(end: Cursor, to: Cursor): Cursor {
    const last = this.#slots.keyBefore(end);
    const border = this.seek((key) => this.order.compare(key, last) <= 0);
    return this.#slots.isAtOrBefore(to, border) ? to : border;
  }
}
