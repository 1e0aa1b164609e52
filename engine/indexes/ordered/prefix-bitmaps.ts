import type { Owner } from "../../structures/paged/owner.ts";
import { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { SortedList } from "../../structures/sorted-list/sorted-list.ts";
import { clearBit } from "../slot-set.ts";
import { binBoundaries } from "./bin-boundaries.ts";
import type { IndexOrder, Range } from "./index-order.ts";
import { type Outline, type PrefixBitmap, PrefixBitmapList } from "./prefix-bitmap-list.ts";

/** Below this length a range is set bit by bit. */
const MIN_LENGTH = 256;

/** The part of an index between two boundaries, with the number of rows of a set that come before and up to its end. */
export interface Block extends Range {
  readonly before: number;
  readonly through: number;
}

type Slots = SortedList<number, unknown>;

/**
 * A range-encoded bitmap index: at some places of a long index, the bitmap of all rows before it. A range is the difference
 * of two bitmaps, and the position of a row in a set is a count: one word operation for 32 rows, and a few rows between two
 * boundaries. Boundaries are between rows with different keys, so a field of few values has one before each value.
 */
export class PrefixBitmaps {
  readonly #bitmaps: PrefixBitmapList;
  /** Changes until they are too uneven to be of use. */
  #patience: number;

  private constructor(bitmaps: PrefixBitmapList, patience: number) {
    this.#bitmaps = bitmaps;
    this.#patience = patience;
  }

  /** Whether an index of this length is better off with boundaries. */
  static pay(length: number): boolean {
    return length >= MIN_LENGTH;
  }

  static build(owner: Owner, order: IndexOrder, slots: Slots): PrefixBitmaps {
    const bitmaps: PrefixBitmap[] = [];
    const all = new PagedBitmap(owner);
    let from = slots.start;
    for (const cursor of [...binBoundaries(order, slots), slots.end]) {
      for (const slot of slots.slice(from, cursor)) all.add(slot);
      if (!slots.isAtOrBefore(slots.end, cursor)) bitmaps.push({ key: slots.keyAt(cursor), before: all.copy() });
      from = cursor;
    }
    return new PrefixBitmaps(new PrefixBitmapList(order, bitmaps, all), slots.length >> 1);
  }

  get bytes(): number {
    return this.#bitmaps.bytes;
  }

  /** Null, as below, once so much has changed that others should take their place. */
  add(slot: number, key: unknown): PrefixBitmaps | null {
    this.#bitmaps.all.add(slot);
    for (const before of this.#bitmaps.between(this.#bitmaps.firstAbove(key))) before.add(slot);
    return this.#changed();
  }

  remove(slot: number, key: unknown): PrefixBitmaps | null {
    this.#bitmaps.all.delete(slot);
    for (const before of this.#bitmaps.between(this.#bitmaps.firstAbove(key))) before.delete(slot);
    return this.#changed();
  }

  /** A row has another key: what lies between the two is all that it comes to stand before, or does not any more. */
  move(slot: number, from: unknown, to: unknown): PrefixBitmaps | null {
    const [left, right] = [this.#bitmaps.firstAbove(from), this.#bitmaps.firstAbove(to)];
    for (const before of this.#bitmaps.between(left, right)) before.delete(slot);
    for (const before of this.#bitmaps.between(right, left)) before.add(slot);
    return this.#changed();
  }

  fork(owner: Owner): PrefixBitmaps {
    return new PrefixBitmaps(this.#bitmaps.fork(owner), this.#patience);
  }

  /** Makes `words` the bits of a range. */
  fill(words: Int32Array, range: Range, slots: Slots): void {
    const outline = this.#bitmaps.outline(range, slots);
    if (outline === null) {
      words.fill(0);
      return;
    }
    outline.end.copyTo(words);
    clearAround(words, outline, slots);
  }

  /** Clears the bits of rows that are not in a range. */
  narrow(words: Int32Array, range: Range, slots: Slots): void {
    const outline = this.#bitmaps.outline(range, slots);
    if (outline === null) {
      words.fill(0);
      return;
    }
    if (outline.end !== this.#bitmaps.all) outline.end.keepIn(words);
    clearAround(words, outline, slots);
  }

  /** The block with the row of a set that has this number in the order of the index, from 0. */
  blockOf(number: number, words: Int32Array, count: number, slots: Slots): Block {
    let low = { at: -1, count: 0 };
    let high = { at: this.#bitmaps.length, count };
    for (let turn = 1; high.at - low.at > 1; turn++) {
      // Rows are mostly spread evenly, so that the second guess is right, but they may be not at all.
      const share = turn % 3 > 0 ? (number - low.count) / Math.max(1, high.count - low.count) : 0.5;
      const at = Math.min(high.at - 1, Math.max(low.at + 1, low.at + Math.floor(share * (high.at - low.at))));
      const here = { at, count: this.#bitmaps.before(at)?.countIn(words) ?? 0 };
      if (here.count <= number) low = here;
      else high = here;
    }
    const [from, to] = [this.#bitmaps.border(low.at, slots).cursor, this.#bitmaps.border(high.at, slots).cursor];
    return { from, to, before: low.count, through: high.count };
  }

  #changed(): PrefixBitmaps | null {
    this.#bitmaps.forgetPlaces();
    return --this.#patience < 0 ? null : this;
  }
}

function clearAround(words: Int32Array, { start, outside }: Outline, slots: Slots): void {
  start?.removeFrom(words);
  for (const { from, to } of outside) {
    slots.eachChunk(from, to, (items, start, stop) => {
      for (let at = start; at < stop; at++) clearBit(words, items[at] as number);
      return true;
    });
  }
}
