import type { Cursor } from "../paged/cursor.ts";
import type { Owner } from "../paged/owner.ts";
import { PagedBits } from "../paged/paged-bits.ts";
import type { SortedList } from "../paged/sorted-list.ts";
import { landmarkPlaces } from "./landmark-places.ts";
import type { IndexOrder, Range } from "./ordered-index.ts";
import { clearBit, hasBit, type SlotSet, setBit } from "./slot-set.ts";

/** Below this length a range is set bit by bit. */
const LEAST_LENGTH = 4_096;

/** The point before all rows with a key, and the slots of what stands there. */
interface Landmark {
  readonly key: unknown;
  readonly before: PagedBits;
}

/** A place in an index with the rows before it; null before the first one. */
interface Border {
  readonly before: PagedBits | null;
  readonly cursor: Cursor;
}

/**
 * A range as what lies before one border and not before another, put right by a few rows: those `inside` are in the
 * range all the same, those `outside` are not.
 */
interface Outline {
  readonly start: PagedBits | null;
  readonly end: PagedBits;
  readonly inside: readonly Range[];
  readonly outside: readonly Range[];
}

/** The part of an index between two landmarks, with the number of rows of a set that come before and up to its end. */
export interface Block extends Range {
  readonly before: number;
  readonly through: number;
}

type Slots = SortedList<number, unknown>;

/**
 * Some places in a long index, each with the bits of all rows before it. A range is the difference of two of them, and the
 * place of a row in a set is found by counting: a word operation for 32 rows, and a few rows between landmarks. They stand
 * between rows with different keys, so a field of few values has one before each value.
 */
export class Landmarks {
  readonly #order: IndexOrder;
  readonly #marks: readonly Landmark[];
  readonly #all: PagedBits;
  /** Where the landmarks are in the index, as far as anyone has asked since it was last changed. */
  #cursors: (Cursor | undefined)[] = [];
  /** Changes until they stand too unevenly to be of use. */
  #patience: number;

  private constructor(order: IndexOrder, marks: readonly Landmark[], all: PagedBits, patience: number) {
    this.#order = order;
    this.#marks = marks;
    this.#all = all;
    this.#patience = patience;
  }

  /** Whether an index of this length is better off with landmarks. */
  static pay(length: number): boolean {
    return length >= LEAST_LENGTH;
  }

  static build(owner: Owner, order: IndexOrder, slots: Slots): Landmarks {
    const marks: Landmark[] = [];
    const all = new PagedBits(owner);
    let from = slots.start;
    for (const cursor of [...landmarkPlaces(order, slots), slots.end]) {
      eachSlotIn(slots, { from, to: cursor }, (slot) => all.add(slot));
      if (!slots.isAtOrBefore(slots.end, cursor)) marks.push({ key: slots.keyAt(cursor), before: all.copy() });
      from = cursor;
    }
    return new Landmarks(order, marks, all, slots.length >> 1);
  }

  get bytes(): number {
    return this.#marks.reduce((sum, { before }) => sum + before.bytes, this.#all.bytes);
  }

  /** Null, as below, once so much has changed that others should take their place. */
  add(slot: number, key: unknown): Landmarks | null {
    this.#all.add(slot);
    for (const { before } of this.#marks.slice(this.#firstAbove(key))) before.add(slot);
    return this.#changed();
  }

  remove(slot: number, key: unknown): Landmarks | null {
    this.#all.delete(slot);
    for (const { before } of this.#marks.slice(this.#firstAbove(key))) before.delete(slot);
    return this.#changed();
  }

  /** A row has another key: what lies between the two is all that it comes to stand before, or does not any more. */
  move(slot: number, from: unknown, to: unknown): Landmarks | null {
    const [left, right] = [this.#firstAbove(from), this.#firstAbove(to)];
    for (const { before } of this.#marks.slice(left, right)) before.delete(slot);
    for (const { before } of this.#marks.slice(right, left)) before.add(slot);
    return this.#changed();
  }

  fork(owner: Owner): Landmarks {
    const marks = this.#marks.map(({ key, before }) => ({ key, before: before.fork(owner) }));
    return new Landmarks(this.#order, marks, this.#all.fork(owner), this.#patience);
  }

  /** Makes `words` the bits of a range. */
  fill(words: Int32Array, range: Range, slots: Slots): void {
    const outline = this.#outline(range, slots);
    if (outline === null) {
      words.fill(0);
      eachSlotIn(slots, range, (slot) => setBit(words, slot));
      return;
    }
    outline.end.copyTo(words, outline.start);
    for (const part of outline.inside) eachSlotIn(slots, part, (slot) => setBit(words, slot));
    for (const part of outline.outside) eachSlotIn(slots, part, (slot) => clearBit(words, slot));
  }

  /** The slots among some bits that are in a range; the words are used for it. */
  narrow(words: Int32Array, range: Range, slots: Slots): SlotSet {
    const kept: number[] = [];
    const keep = (slot: number): void => {
      if (hasBit(words, slot)) kept.push(slot);
    };
    const outline = this.#outline(range, slots);
    if (outline === null) {
      eachSlotIn(slots, range, keep);
      return { kind: "list", slots: kept };
    }
    for (const part of outline.inside) eachSlotIn(slots, part, keep);
    if (outline.end !== this.#all) outline.end.keepIn(words);
    outline.start?.removeFrom(words);
    for (const slot of kept) setBit(words, slot);
    for (const part of outline.outside) eachSlotIn(slots, part, (slot) => clearBit(words, slot));
    return { kind: "bits", words };
  }

  /** The block with the row of a set that has this number in the order of the index, from 0. */
  blockOf(number: number, words: Int32Array, count: number, slots: Slots): Block {
    let low = { at: -1, count: 0 };
    let high = { at: this.#marks.length, count };
    for (let turn = 0; high.at - low.at > 1; turn++) {
      // Rows may be spread evenly, or not at all.
      const share = turn % 2 === 0 ? (number - low.count) / Math.max(1, high.count - low.count) : 0.5;
      const at = Math.min(high.at - 1, Math.max(low.at + 1, low.at + Math.round(share * (high.at - low.at))));
      const here = { at, count: this.#marks[at]?.before.countIn(words) ?? 0 };
      if (here.count <= number) low = here;
      else high = here;
    }
    const [from, to] = [this.#cursorOf(low.at, slots), this.#cursorOf(high.at, slots)];
    return { from, to, before: low.count, through: high.count };
  }

  #changed(): Landmarks | null {
    this.#cursors = [];
    return --this.#patience < 0 ? null : this;
  }

  /** Null where the borders are closer to each other than to landmarks. */
  #outline({ from, to }: Range, slots: Slots): Outline | null {
    if (slots.isAtOrBefore(to, from)) return null;
    const start = this.#nearest(from, slots);
    const end = this.#nearest(to, slots);
    if (end.before === null || start.before === end.before) return null;
    const inside: Range[] = [];
    const outside: Range[] = [];
    if (slots.isAtOrBefore(start.cursor, from)) outside.push({ from: start.cursor, to: from });
    else inside.push({ from, to: start.cursor });
    if (slots.isAtOrBefore(end.cursor, to)) inside.push({ from: end.cursor, to });
    else outside.push({ from: to, to: end.cursor });
    return { start: start.before, end: end.before, inside, outside };
  }

  /** The border next to a point. */
  #nearest(cursor: Cursor, slots: Slots): Border {
    if (slots.isAtOrBefore(slots.end, cursor)) return this.#border(this.#marks.length, slots);
    const above = this.#firstAbove(slots.keyAt(cursor));
    const upper = this.#border(above, slots);
    const lower = this.#border(above - 1, slots);
    return slots.count(cursor, upper.cursor) < slots.count(lower.cursor, cursor) ? upper : lower;
  }

  /** A landmark by its number; the start of the index before the first, its end behind the last. */
  #border(number: number, slots: Slots): Border {
    const before = number < 0 ? null : (this.#marks[number]?.before ?? this.#all);
    return { before, cursor: this.#cursorOf(number, slots) };
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

  /** Number of the first landmark that stands behind the rows with a key. */
  #firstAbove(key: unknown): number {
    let low = 0;
    let high = this.#marks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#order.compare(key, this.#marks[middle]?.key) >= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function eachSlotIn(slots: Slots, { from, to }: Range, visit: (slot: number) => void): void {
  slots.eachChunk(from, to, (items, start, stop) => {
    for (let at = start; at < stop; at++) visit(items[at] as number);
    return true;
  });
}
