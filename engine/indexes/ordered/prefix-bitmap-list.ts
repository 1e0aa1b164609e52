import type { Owner } from "../../structures/paged/owner.ts";
import type { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { Cursor } from "../../structures/sorted-list/cursor.ts";
import type { SortedList } from "../../structures/sorted-list/sorted-list.ts";
import type { IndexOrder, Range } from "./index-order.ts";

/** A boundary before all rows with a key, with the slots of the rows before it. */
export interface PrefixBitmap {
  readonly key: unknown;
  readonly before: PagedBitmap;
}

/** A boundary with its number and the rows before it; null for the start of the index. */
export interface Border {
  readonly number: number;
  readonly before: PagedBitmap | null;
  readonly cursor: Cursor;
}

/** A range, roughly: from the boundary nearest to its start up to the one nearest to its end. */
export interface Outline {
  readonly first: Border;
  readonly last: Border;
}

type Slots = SortedList<number, unknown>;

/** Prefix bitmaps in the order of an index, found by keys and by points. */
export class PrefixBitmapList {
  readonly all: PagedBitmap;
  readonly #order: IndexOrder;
  readonly #bitmaps: readonly PrefixBitmap[];
  /** The position of each boundary in the index: computed on demand, valid until the index changes. */
  #cursors: (Cursor | undefined)[] = [];

  /** `all` contains the slots of all rows. */
  constructor(order: IndexOrder, bitmaps: readonly PrefixBitmap[], all: PagedBitmap) {
    this.#order = order;
    this.#bitmaps = bitmaps;
    this.all = all;
  }

  get length(): number {
    return this.#bitmaps.length;
  }

  get bytes(): number {
    return this.#bitmaps.reduce((sum, { before }) => sum + before.bytes, this.all.bytes);
  }

  /** The slots before each boundary in a range of numbers. */
  between(from: number, to = this.length): readonly PagedBitmap[] {
    return this.#bitmaps.slice(from, to).map(({ before }) => before);
  }

  /** Has to be called when the index has changed. */
  forgetPlaces(): void {
    this.#cursors = [];
  }

  fork(owner: Owner): PrefixBitmapList {
    const bitmaps = this.#bitmaps.map(({ key, before }) => ({ key, before: before.fork(owner) }));
    return new PrefixBitmapList(this.#order, bitmaps, this.all.fork(owner));
  }

  /** The boundaries nearest to the ends of a range; null if the range is empty. */
  outline({ from, to }: Range, slots: Slots): Outline | null {
    if (slots.isAtOrBefore(to, from)) return null;
    return { first: this.#nearest(from, slots), last: this.#nearest(to, slots) };
  }

  #nearest(point: Cursor, slots: Slots): Border {
    const number = this.#numberAt(point, slots);
    const behind = slots.count(this.#cursorOf(number, slots), point);
    const isAbove = behind > 0 && behind > slots.count(point, this.#cursorOf(number + 1, slots));
    return this.border(isAbove ? number + 1 : number, slots);
  }

  /** The slots before the boundary with this number; null before the first one, all slots after the last. */
  before(number: number): PagedBitmap | null {
    return number < 0 ? null : (this.#bitmaps[number]?.before ?? this.all);
  }

  /** The boundary with this number; the start of the index before the first one, its end after the last. */
  border(number: number, slots: Slots): Border {
    return { number, before: this.before(number), cursor: this.#cursorOf(number, slots) };
  }

  /** The number of the first boundary after the rows with a key. */
  firstAbove(key: unknown): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#order.compare(key, this.#bitmaps[middle]?.key) >= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The number of the first boundary with at least so many rows before it; `length` if there is none. */
  firstBehind(rows: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#bitmaps[middle]?.before.size ?? 0) < rows) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The number of the last boundary at or before a point. */
  #numberAt(cursor: Cursor, slots: Slots): number {
    return slots.isAtOrBefore(slots.end, cursor) ? this.length : this.firstAbove(slots.keyAt(cursor)) - 1;
  }

  #cursorOf(number: number, slots: Slots): Cursor {
    if (number < 0) return slots.start;
    const mark = this.#bitmaps[number];
    if (mark === undefined) return slots.end;
    let known = this.#cursors[number];
    if (known === undefined) {
      known = this.#cursorBefore(mark, slots);
      this.#cursors[number] = known;
    }
    return known;
  }

  #cursorBefore({ key }: PrefixBitmap, slots: Slots): Cursor {
    return slots.seek((own) => this.#order.compare(own, key) < 0);
  }
}
