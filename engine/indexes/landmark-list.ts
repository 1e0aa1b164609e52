import type { Cursor } from "../paged/cursor.ts";
import type { Owner } from "../paged/owner.ts";
import type { PagedBits } from "../paged/paged-bits.ts";
import type { SortedList } from "../paged/sorted-list.ts";
import type { IndexOrder } from "./ordered-index.ts";

/** The point before all rows with a key, and the slots of what stands there. */
export interface Landmark {
  readonly key: unknown;
  readonly before: PagedBits;
}

/** A place in an index with the rows before it; null before the first one. */
export interface Border {
  readonly before: PagedBits | null;
  readonly cursor: Cursor;
}

type Slots = SortedList<number, unknown>;

/** Landmarks in the order of an index, found by keys and by points of it. */
export class LandmarkList {
  readonly all: PagedBits;
  readonly #order: IndexOrder;
  readonly #marks: readonly Landmark[];
  /** Where they are in the index, as far as anyone has asked since it was last changed. */
  #cursors: (Cursor | undefined)[] = [];

  /** `all`: the slots of all rows. */
  constructor(order: IndexOrder, marks: readonly Landmark[], all: PagedBits) {
    this.#order = order;
    this.#marks = marks;
    this.all = all;
  }

  get length(): number {
    return this.#marks.length;
  }

  get bytes(): number {
    return this.#marks.reduce((sum, { before }) => sum + before.bytes, this.all.bytes);
  }

  /** The slots before each landmark from one number up to another. */
  between(from: number, to = this.length): readonly PagedBits[] {
    return this.#marks.slice(from, to).map(({ before }) => before);
  }

  /** The index has changed. */
  forgetPlaces(): void {
    this.#cursors = [];
  }

  fork(owner: Owner): LandmarkList {
    const marks = this.#marks.map(({ key, before }) => ({ key, before: before.fork(owner) }));
    return new LandmarkList(this.#order, marks, this.all.fork(owner));
  }

  /** The border next to a point. */
  nearest(cursor: Cursor, slots: Slots): Border {
    if (slots.isAtOrBefore(slots.end, cursor)) return this.border(this.length, slots);
    const above = this.firstAbove(slots.keyAt(cursor));
    const upper = this.border(above, slots);
    const lower = this.border(above - 1, slots);
    return slots.count(cursor, upper.cursor) < slots.count(lower.cursor, cursor) ? upper : lower;
  }

  /** The slots before a landmark by its number; null before the first, all behind the last. */
  before(number: number): PagedBits | null {
    return number < 0 ? null : (this.#marks[number]?.before ?? this.all);
  }

  /** A landmark by its number; the start of the index before the first, its end behind the last. */
  border(number: number, slots: Slots): Border {
    return { before: this.before(number), cursor: this.#cursorOf(number, slots) };
  }

  /** Number of the first landmark that stands behind the rows with a key. */
  firstAbove(key: unknown): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#order.compare(key, this.#marks[middle]?.key) >= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #cursorOf(number: number, slots: Slots): Cursor {
    if (number < 0) return slots.start;
    const mark = this.#marks[number];
    if (mark === undefined) return slots.end;
    const known = this.#cursors[number];
    if (known !== undefined) return known;
    const cursor = slots.seek((key) => this.#order.compare(key, mark.key) < 0);
    this.#cursors[number] = cursor;
    return cursor;
  }
}
