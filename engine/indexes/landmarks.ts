import type { Owner } from "../paged/owner.ts";
import { PagedBits } from "../paged/paged-bits.ts";
import type { SortedList } from "../paged/sorted-list.ts";
import { type Landmark, LandmarkList } from "./landmark-list.ts";
import { landmarkPlaces } from "./landmark-places.ts";
import type { IndexOrder, Range } from "./ordered-index.ts";
import { clearBit, hasBit, type SlotSet, setBit } from "./slot-set.ts";

/** Below this length a range is set bit by bit. */
const LEAST_LENGTH = 4_096;

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
  readonly #marks: LandmarkList;
  /** Changes until they stand too unevenly to be of use. */
  #patience: number;

  private constructor(marks: LandmarkList, patience: number) {
    this.#marks = marks;
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
      for (const slot of slots.slice(from, cursor)) all.add(slot);
      if (!slots.isAtOrBefore(slots.end, cursor)) marks.push({ key: slots.keyAt(cursor), before: all.copy() });
      from = cursor;
    }
    return new Landmarks(new LandmarkList(order, marks, all), slots.length >> 1);
  }

  get bytes(): number {
    return this.#marks.bytes;
  }

  /** Null, as below, once so much has changed that others should take their place. */
  add(slot: number, key: unknown): Landmarks | null {
    this.#marks.all.add(slot);
    for (const before of this.#marks.between(this.#marks.firstAbove(key))) before.add(slot);
    return this.#changed();
  }

  remove(slot: number, key: unknown): Landmarks | null {
    this.#marks.all.delete(slot);
    for (const before of this.#marks.between(this.#marks.firstAbove(key))) before.delete(slot);
    return this.#changed();
  }

  /** A row has another key: what lies between the two is all that it comes to stand before, or does not any more. */
  move(slot: number, from: unknown, to: unknown): Landmarks | null {
    const [left, right] = [this.#marks.firstAbove(from), this.#marks.firstAbove(to)];
    for (const before of this.#marks.between(left, right)) before.delete(slot);
    for (const before of this.#marks.between(right, left)) before.add(slot);
    return this.#changed();
  }

  fork(owner: Owner): Landmarks {
    return new Landmarks(this.#marks.fork(owner), this.#patience);
  }

  /** Makes `words` the bits of a range. */
  fill(words: Int32Array, range: Range, slots: Slots): void {
    const outline = this.#outline(range, slots);
    if (outline === null) {
      words.fill(0);
      setBits(words, range, slots);
      return;
    }
    outline.end.copyTo(words, outline.start);
    for (const part of outline.inside) setBits(words, part, slots);
    for (const part of outline.outside) clearBits(words, part, slots);
  }

  /** The slots among some bits that are in a range; the words are used for it. */
  narrow(words: Int32Array, range: Range, slots: Slots): SlotSet {
    const outline = this.#outline(range, slots);
    const kept: number[] = [];
    for (const { from, to } of outline?.inside ?? [range]) {
      for (const slot of slots.slice(from, to)) if (hasBit(words, slot)) kept.push(slot);
    }
    if (outline === null) return { kind: "list", slots: kept };
    if (outline.end !== this.#marks.all) outline.end.keepIn(words);
    outline.start?.removeFrom(words);
    for (const slot of kept) setBit(words, slot);
    for (const part of outline.outside) clearBits(words, part, slots);
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
      const here = { at, count: this.#marks.before(at)?.countIn(words) ?? 0 };
      if (here.count <= number) low = here;
      else high = here;
    }
    const [from, to] = [this.#marks.border(low.at, slots).cursor, this.#marks.border(high.at, slots).cursor];
    return { from, to, before: low.count, through: high.count };
  }

  #changed(): Landmarks | null {
    this.#marks.forgetPlaces();
    return --this.#patience < 0 ? null : this;
  }

  /** Null where the borders are closer to each other than to landmarks. */
  #outline({ from, to }: Range, slots: Slots): Outline | null {
    if (slots.isAtOrBefore(to, from)) return null;
    const start = this.#marks.nearest(from, slots);
    const end = this.#marks.nearest(to, slots);
    if (end.before === null || start.before === end.before) return null;
    const inside: Range[] = [];
    const outside: Range[] = [];
    if (slots.isAtOrBefore(start.cursor, from)) outside.push({ from: start.cursor, to: from });
    else inside.push({ from, to: start.cursor });
    if (slots.isAtOrBefore(end.cursor, to)) inside.push({ from: end.cursor, to });
    else outside.push({ from: to, to: end.cursor });
    return { start: start.before, end: end.before, inside, outside };
  }
}

function setBits(words: Int32Array, { from, to }: Range, slots: Slots): void {
  for (const slot of slots.slice(from, to)) setBit(words, slot);
}

function clearBits(words: Int32Array, { from, to }: Range, slots: Slots): void {
  for (const slot of slots.slice(from, to)) clearBit(words, slot);
}
