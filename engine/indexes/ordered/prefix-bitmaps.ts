import { trimmedSlots } from "../../structures/bits/scratch.ts";
import type { Owner } from "../../structures/paged/owner.ts";
import { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { SortedList, VisitChunk } from "../../structures/sorted-list/sorted-list.ts";
import { BLOCK, type Steps } from "../building/steps.ts";
import {
  anyBits,
  clearBit,
  hasBit,
  intersection,
  roomForSlots,
  type SlotList,
  type SlotSet,
  setBit,
  setBits,
  wantedOf,
} from "../slot-set.ts";
import { binBoundaries } from "./bin-boundaries.ts";
import type { IndexOrder, Range } from "./index-order.ts";
import { type Outline, type PrefixBitmap, PrefixBitmapList } from "./prefix-bitmap-list.ts";

/** Shorter ranges are set bit by bit. */
const MIN_LENGTH = 256;

/** The part of an index between two boundaries, with the numbers of rows of a set before it and up to its end. */
export interface Block extends Range {
  readonly before: number;
  readonly through: number;
}

type Slots = SortedList<number, unknown>;
type VisitSlots = VisitChunk<number, unknown>;

/**
 * A range-encoded bitmap index: at some boundaries of a long index, the bitmap of all rows before it. A range is the
 * difference of two bitmaps, and the position of a row in a set is a population count: one word operation for 32 rows,
 * plus a few rows between two boundaries. Boundaries are between rows with different keys, so a field with few values
 * has one before each value.
 */
export class PrefixBitmaps {
  readonly #bitmaps: PrefixBitmapList;
  /** How many changes are left until the bins are too uneven to be useful. */
  #patience: number;

  private constructor(bitmaps: PrefixBitmapList, patience: number) {
    this.#bitmaps = bitmaps;
    this.#patience = patience;
  }

  /** Whether boundaries are worthwhile for an index of this length. */
  static pay(length: number): boolean {
    return length >= MIN_LENGTH;
  }

  /** Builds them in steps, between which the index must not change. `length`: one more than the highest slot. */
  static *inSteps(owner: Owner, order: IndexOrder, slots: Slots, length: number): Steps<PrefixBitmaps> {
    const bitmaps: PrefixBitmap[] = [];
    const all = PagedBitmap.withRoom(owner, length);
    let from = slots.start;
    for (const cursor of [...binBoundaries(order, slots), slots.end]) {
      yield* addRange(all, { from, to: cursor }, slots);
      if (!slots.isAtOrBefore(slots.end, cursor)) bitmaps.push({ key: slots.keyAt(cursor), before: all.copy() });
      from = cursor;
      yield;
    }
    return new PrefixBitmaps(new PrefixBitmapList(order, bitmaps, all), slots.length >> 1);
  }

  get bytes(): number {
    return this.#bitmaps.bytes;
  }

  /** Null, as below, once so much has changed that the bitmaps should be built again. */
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

  /** Moves a row to another key: only the bitmaps between the two keys change. */
  move(slot: number, from: unknown, to: unknown): PrefixBitmaps | null {
    const [left, right] = [this.#bitmaps.firstAbove(from), this.#bitmaps.firstAbove(to)];
    for (const before of this.#bitmaps.between(left, right)) before.delete(slot);
    for (const before of this.#bitmaps.between(right, left)) before.add(slot);
    return this.#changed();
  }

  fork(owner: Owner): PrefixBitmaps {
    return new PrefixBitmaps(this.#bitmaps.fork(owner), this.#patience);
  }

  /** Sets `words` to the bits of a range. */
  fill(words: Int32Array, range: Range, slots: Slots): void {
    const outline = this.#bitmaps.outline(range, slots);
    if (outline === null) {
      words.fill(0);
      return;
    }
    const { first, last } = outline;
    if (first.number === last.number || last.before === null) {
      words.fill(0);
    } else {
      last.before.copyTo(words);
      first.before?.removeFrom(words);
    }
    eachInside(outline, range, slots, (items, start, stop) => {
      for (let at = start; at < stop; at++) setBit(words, items[at] as number);
      return true;
    });
    clearOutside(words, outline, range, slots);
  }

  /** Clears the bits of rows that are not in a range. */
  narrow(words: Int32Array, range: Range, slots: Slots): void {
    const outline = this.#bitmaps.outline(range, slots);
    if (outline === null) {
      words.fill(0);
      return;
    }
    const kept = setInside(words, outline, range, slots);
    const { first, last } = outline;
    if (first.number === last.number || last.before === null) {
      words.fill(0);
    } else {
      if (last.before !== this.#bitmaps.all) last.before.keepIn(words);
      first.before?.removeFrom(words);
    }
    setBits(words, kept);
    clearOutside(words, outline, range, slots);
  }

  /** The block that contains the row with this number, from 0, among the rows of a set in the order of the index. */
  blockOf(number: number, words: Int32Array, count: number, slots: Slots): Block {
    let low = { at: -1, count: 0 };
    let high = { at: this.#bitmaps.length, count };
    for (let turn = 1; high.at - low.at > 1; turn++) {
      // Interpolation search, since rows are mostly spread evenly; every third step is a bisection, in case they are
      // not.
      const share = turn % 3 > 0 ? (number - low.count) / Math.max(1, high.count - low.count) : 0.5;
      const at = Math.min(high.at - 1, Math.max(low.at + 1, low.at + Math.floor(share * (high.at - low.at))));
      const here = { at, count: this.#bitmaps.before(at)?.countIn(words) ?? 0 };
      if (here.count <= number) low = here;
      else high = here;
    }
    const [from, to] = [this.#bitmaps.border(low.at, slots).cursor, this.#bitmaps.border(high.at, slots).cursor];
    return { from, to, before: low.count, through: high.count };
  }

  /**
   * The members of a set that are in the first bins of the index with together at least so many rows, or in the last ones if
   * `descending`; null if that may be all of them. `slots` is the number of all slots. The set is not modified.
   */
  inFirstBins(set: SlotSet, slots: number, rows: number, descending: boolean): SlotSet | null {
    const { all, length } = this.#bitmaps;
    const number = descending ? this.#bitmaps.firstBehind(all.size - rows + 1) - 1 : this.#bitmaps.firstBehind(rows);
    const before = number === length ? null : this.#bitmaps.before(number);
    return before && (descending ? without(set, before, slots) : common(set, before, slots));
  }

  #changed(): PrefixBitmaps | null {
    this.#bitmaps.forgetPlaces();
    return --this.#patience < 0 ? null : this;
  }
}

/** Adds the slots of a range, a block per step. */
function* addRange(set: PagedBitmap, { from, to }: Range, slots: Slots): Steps<void> {
  for (let start = from; ; ) {
    const next = slots.forward(start, BLOCK);
    const stop = slots.isAtOrBefore(to, next) ? to : next;
    slots.eachChunk(start, stop, (items, first, end) => {
      for (let at = first; at < end; at++) set.add(items[at] as number);
      return true;
    });
    if (stop === to) return;
    start = stop;
    yield;
  }
}

function common(set: SlotSet, others: PagedBitmap, slots: number): SlotSet {
  if (set.kind === "list") return { kind: "list", slots: wantedOf(set.slots, others) };
  return intersection(copyOf(others, slots), set, slots);
}

function without(set: SlotSet, others: PagedBitmap, slots: number): SlotSet {
  if (set.kind === "list") return { kind: "list", slots: wantedOf(set.slots, { has: (slot) => !others.has(slot) }) };
  const words = anyBits(slots);
  words.set(set.words);
  others.removeFrom(words);
  return { kind: "bits", words };
}

function copyOf(bits: PagedBitmap, slots: number): SlotSet {
  const words = anyBits(slots);
  bits.copyTo(words);
  return { kind: "bits", words };
}

/**
 * Visits the rows of a range that are not between the boundaries nearest to its ends. If these are the same one, it may visit
 * rows outside of the range, which `clearOutside` visits too.
 */
function eachInside({ first, last }: Outline, { from, to }: Range, slots: Slots, visit: VisitSlots): void {
  slots.eachChunk(from, first.cursor, visit);
  slots.eachChunk(last.cursor, to, visit);
}

/** The rows visited by `eachInside` whose bits are set. */
function setInside(words: Int32Array, outline: Outline, range: Range, slots: Slots): SlotList {
  const { first, last } = outline;
  const most = slots.count(range.from, first.cursor) + slots.count(last.cursor, range.to);
  if (most === 0) return [];
  const room = roomForSlots(most) ?? new Int32Array(most);
  let count = 0;
  eachInside(outline, range, slots, (items, start, stop) => {
    for (let at = start; at < stop; at++) {
      const slot = items[at] as number;
      if (hasBit(words, slot)) room[count++] = slot;
    }
    return true;
  });
  return trimmedSlots(room, count);
}

/** Clears the bits of rows between the boundaries nearest to the ends of a range that are not in the range. */
function clearOutside(words: Int32Array, { first, last }: Outline, { from, to }: Range, slots: Slots): void {
  const clear: VisitSlots = (items, start, stop) => {
    for (let at = start; at < stop; at++) clearBit(words, items[at] as number);
    return true;
  };
  slots.eachChunk(first.cursor, from, clear);
  slots.eachChunk(to, last.cursor, clear);
}
