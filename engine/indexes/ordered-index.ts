import type { ListOrder } from "../paged/chunk.ts";
import type { Cursor } from "../paged/cursor.ts";
import type { Owner } from "../paged/owner.ts";
import type { PagedArray } from "../paged/paged-array.ts";
import { SortedList } from "../paged/sorted-list.ts";
import type { Row } from "../state/row.ts";
import { type Block, Landmarks } from "./landmarks.ts";
import { Runs } from "./runs.ts";
import { anyBits, emptyBits, intersection, NO_SLOTS, type SlotSet, setBit, union } from "./slot-set.ts";

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

/** Ranges of fewer rows than this, or than one row in so many powers of two, are gathered one by one. */
const FEW_ROWS = 64;
const FEW_SHARE = 9;

/**
 * The rows of one space in some order, equal ones by id: what equality, ranges, prefixes and sorting need. It holds
 * their slots and keys, which costs sixteen bytes a row. Changing it costs the logarithm of its length.
 */
export class OrderedIndex {
  readonly order: IndexOrder;
  readonly #owner: Owner;
  readonly #rows: PagedArray<Row>;
  readonly #slots: SortedList<number, unknown>;
  readonly #runs: Runs;
  #landmarks: Landmarks | null;

  private constructor(
    owner: Owner,
    order: IndexOrder,
    rows: PagedArray<Row>,
    slots: SortedList<number, unknown>,
    landmarks: Landmarks | null,
  ) {
    this.order = order;
    this.#owner = owner;
    this.#rows = rows;
    this.#slots = slots;
    this.#runs = new Runs(order, slots);
    this.#landmarks = landmarks;
  }

  static build(owner: Owner, order: IndexOrder, rows: PagedArray<Row>): OrderedIndex {
    const keyed = [...rows.values()].map((row) => ({ slot: row.slot, key: order.keyOf(row) }));
    keyed.sort((left, right) => order.compare(left.key, right.key) || left.slot - right.slot);
    const [items, keys] = [keyed.map(({ slot }) => slot), keyed.map(({ key }) => key)];
    return new OrderedIndex(owner, order, rows, SortedList.of(owner, listOrder(order), items, keys), null);
  }

  get length(): number {
    return this.#slots.length;
  }

  /** Roughly what it takes in memory. */
  get bytes(): number {
    return this.#slots.length * 17 + (this.#landmarks?.bytes ?? 0);
  }

  /** Takes in a row. */
  add(row: Row): void {
    const key = this.order.keyOf(row);
    this.#slots.add(row.slot, key);
    this.#landmarks = this.#landmarks?.add(row.slot, key) ?? null;
  }

  /** Lets go of a row. */
  remove(row: Row): void {
    const key = this.order.keyOf(row);
    this.#slots.remove(row.slot, key);
    this.#landmarks = this.#landmarks?.remove(row.slot, key) ?? null;
  }

  /** Takes in a row for another one in the same slot. */
  replace(before: Row, after: Row): void {
    const [from, to] = [this.order.keyOf(before), this.order.keyOf(after)];
    const { slot } = after;
    if (this.order.compare(from, to) === 0) {
      if (from !== to) this.#slots.rekey(slot, to);
      return;
    }
    this.#slots.remove(slot, from);
    this.#slots.add(slot, to);
    this.#landmarks = this.#landmarks?.move(slot, from, to) ?? null;
  }

  /** The same index over the fork of its rows. */
  fork(owner: Owner, rows: PagedArray<Row>): OrderedIndex {
    return new OrderedIndex(owner, this.order, rows, this.#slots.fork(owner), this.#landmarks?.fork(owner) ?? null);
  }

  /** All rows. */
  get all(): Range {
    return { from: this.#slots.start, to: this.#slots.end };
  }

  /**
   * The point before the first key that is not before what is sought; `isBefore` must be true for a beginning only.
   * `from`: a point that does not lie behind it, and maybe near.
   */
  seek(isBefore: (key: unknown) => boolean, from?: Cursor): Cursor {
    return this.#slots.seek(isBefore, from);
  }

  count({ from, to }: Range): number {
    return this.#slots.count(from, to);
  }

  /** The slots of some ranges that have no row in common. */
  slotsIn(ranges: readonly Range[]): SlotSet {
    const rows = ranges.reduce((sum, range) => sum + this.count(range), 0);
    if (rows < Math.max(FEW_ROWS, this.#rows.length >> FEW_SHARE)) {
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
      const [first, behind] = [this.#runs.startOf(from, end), this.#runs.endOf(end, to)];
      const rest = this.#slots.forward(first, this.#slots.count(end, behind));
      if (!this.#slots.each(rest, behind, visit)) return;
      end = first;
    }
    for (const run of this.runs({ from, to: end }, true)) if (!this.#slots.each(run.from, run.to, visit)) return;
  }

  /** The runs of equal rows of a range, from its start or from its end. */
  runs(range: Range, descending: boolean): Iterable<Range> {
    return this.#runs.in(range, descending);
  }

  /**
   * Visits the slots of a range with their keys from the last place to the first until a visit answers false. Equal rows
   * come by descending id: whoever minds turns them round, which costs less than finding where they begin.
   */
  eachBackward({ from, to }: Range, visit: (slot: number, key: unknown) => boolean): void {
    this.#slots.eachBackward(from, to, visit);
  }

  /** The rows from a point on, about so many: never cuts through equal rows. */
  stretch(point: Cursor, length: number, descending: boolean): Range {
    const { from, to } = this.all;
    const number = this.#slots.numberAt(point) + (descending ? -length : length);
    const end = this.#slots.forward(from, Math.max(0, number));
    if (descending) return { from: number <= 0 ? from : this.#runs.startOf(from, end), to: point };
    return { from: point, to: this.#slots.isAtOrBefore(to, end) ? to : this.#runs.endOf(end, to) };
  }

  /** The slots among some bits that are in a range; the words are used for it. */
  narrow(words: Int32Array, range: Range): SlotSet {
    const landmarks = this.#wantLandmarks();
    if (landmarks !== null) return landmarks.narrow(words, range, this.#slots);
    return intersection({ kind: "bits", words }, { kind: "bits", words: this.#bitsOf(range) }, this.#rows.length);
  }

  /**
   * A part of the index with the row of a set that has this number in its order, from 0: of `count` slots given as bits.
   * Never cuts through equal rows. Null where the whole index is as good.
   */
  blockOf(number: number, words: Int32Array, count: number): Block | null {
    return this.#wantLandmarks()?.blockOf(number, words, count, this.#slots) ?? null;
  }

  #wantLandmarks(): Landmarks | null {
    if (Landmarks.pay(this.#slots.length)) {
      this.#landmarks ??= Landmarks.build(this.#owner, this.order, this.#slots);
    }
    return this.#landmarks;
  }

  #bitsOf(range: Range): Int32Array {
    const landmarks = this.#wantLandmarks();
    if (landmarks !== null) {
      const words = anyBits(this.#rows.length);
      landmarks.fill(words, range, this.#slots);
      return words;
    }
    const words = emptyBits(this.#rows.length);
    this.each(range, 0, (slot) => {
      setBit(words, slot);
      return true;
    });
    return words;
  }
}

function listOrder({ compare }: IndexOrder): ListOrder<number, unknown> {
  return { compare, compareEqual: (left, right) => left - right, ownKeys: false };
}
