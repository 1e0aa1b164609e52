import type { Owner } from "../paged/owner.ts";
import { PagedBits } from "../paged/paged-bits.ts";
import type { Cursor, SortedList } from "../paged/sorted-list.ts";
import type { Row } from "../state/row.ts";
import type { IndexOrder, Range } from "./ordered-index.ts";
import { clearBit, setBit } from "./slot-set.ts";

/** Below this length a range is set bit by bit. */
const LEAST_LENGTH = 4_096;

const LANDMARKS = 32;

/** A place in an index, and the slots of all rows before it. */
interface Landmark {
  /** Key and slot of the row that stood there; null behind the last one. */
  readonly at: { readonly key: unknown; readonly slot: number } | null;
  readonly before: PagedBits;
}

type Slots = SortedList<number, unknown>;

/**
 * Makes a range of a long index into bits without visiting each of its rows: what lies before the landmark next to its
 * end, less what lies before the one next to its start, put right by the few rows between. A bit a row for each of them.
 */
export class Landmarks {
  readonly #order: IndexOrder;
  readonly #marks: readonly Landmark[];
  /** Where the landmarks are in the index, as far as anyone has asked since it was last changed. */
  #cursors: (Cursor | undefined)[] = [];
  /** Changes until they stand too unevenly to be of use. */
  #patience: number;

  private constructor(order: IndexOrder, marks: readonly Landmark[], patience: number) {
    this.#order = order;
    this.#marks = marks;
    this.#patience = patience;
  }

  /** Whether an index of this length is better off with landmarks. */
  static pay(length: number): boolean {
    return length >= LEAST_LENGTH;
  }

  static build(owner: Owner, order: IndexOrder, slots: Slots): Landmarks {
    const step = Math.ceil(slots.length / LANDMARKS);
    const marks: Landmark[] = [];
    let before = new PagedBits(owner);
    let number = 0;
    for (const slot of slots) {
      if (number > 0 && number % step === 0) {
        marks.push({ at: { slot, key: slots.keyAt(slots.forward(slots.start, number)) }, before });
        before = before.copy();
      }
      before.add(slot);
      number++;
    }
    return new Landmarks(order, [...marks, { at: null, before }], slots.length >> 1);
  }

  get bytes(): number {
    return this.#marks.reduce((sum, { before }) => sum + before.bytes, 0);
  }

  /** Null once so much has changed that others should take their place. */
  add(row: Row): Landmarks | null {
    this.#cursors = [];
    for (let at = this.#firstAbove(this.#order.keyOf(row), row.slot); at < this.#marks.length; at++)
      this.#marks[at]?.before.add(row.slot);
    return --this.#patience < 0 ? null : this;
  }

  remove(row: Row): Landmarks | null {
    this.#cursors = [];
    for (let at = this.#firstAbove(this.#order.keyOf(row), row.slot); at < this.#marks.length; at++)
      this.#marks[at]?.before.delete(row.slot);
    return --this.#patience < 0 ? null : this;
  }

  fork(owner: Owner): Landmarks {
    const marks = this.#marks.map(({ at, before }) => ({ at, before: before.fork(owner) }));
    return new Landmarks(this.#order, marks, this.#patience);
  }

  /** Sets the bits of a range in words that are all clear. */
  fill(words: Int32Array, { from, to }: Range, slots: Slots): void {
    if (slots.isAtOrBefore(to, from)) return;
    const start = this.#nearest(from, slots);
    const end = this.#nearest(to, slots);
    if (start.mark === end.mark) {
      // Closer to each other than to landmarks.
      slots.each(from, to, (slot) => {
        setBit(words, slot);
        return true;
      });
      return;
    }
    end.mark?.before.addTo(words);
    start.mark?.before.removeFrom(words);
    move(words, slots, end.cursor, to, true);
    move(words, slots, start.cursor, from, false);
  }

  /** The landmark next to a point; null for the start of the index. */
  #nearest(cursor: Cursor, slots: Slots): { mark: Landmark | null; cursor: Cursor } {
    const slot = slots.at(cursor);
    const above = slot === undefined ? this.#marks.length - 1 : this.#firstAbove(slots.keyAt(cursor), slot);
    const upper = { mark: this.#marks[above] ?? null, cursor: this.#cursorOf(above, slots) };
    const lower = { mark: this.#marks[above - 1] ?? null, cursor: this.#cursorOf(above - 1, slots) };
    return slots.count(cursor, upper.cursor) < slots.count(lower.cursor, cursor) ? upper : lower;
  }

  #cursorOf(number: number, slots: Slots): Cursor {
    const at = this.#marks[number]?.at;
    if (at === undefined) return slots.start;
    if (at === null) return slots.end;
    const known = this.#cursors[number];
    if (known !== undefined) return known;
    const cursor = slots.seek((key, slot) => (this.#order.compare(key, at.key) || slot - at.slot) < 0);
    this.#cursors[number] = cursor;
    return cursor;
  }

  /** Number of the first landmark that stands behind a row, by its key and slot. */
  #firstAbove(key: unknown, slot: number): number {
    let low = 0;
    let high = this.#marks.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const mark = this.#marks[middle]?.at;
      if (mark && (this.#order.compare(key, mark.key) || slot - mark.slot) >= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Moves a border of what is set from one point to another: `inside` is what lies before it. */
function move(words: Int32Array, slots: Slots, from: Cursor, to: Cursor, inside: boolean): void {
  const forward = slots.isAtOrBefore(from, to);
  const change = forward === inside ? setBit : clearBit;
  slots.each(forward ? from : to, forward ? to : from, (slot) => {
    change(words, slot);
    return true;
  });
}
