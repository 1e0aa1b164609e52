import type { Cursor } from "../../structures/sorted-list/cursor.ts";
import type { SortedList } from "../../structures/sorted-list/sorted-list.ts";
import type { IndexOrder, Range } from "./index-order.ts";

/** Up to this length, the start of a run of equal rows is found by stepping back; for a longer run by a search. */
const MAX_LINEAR_STEPS = 16;

/** Runs of equal rows, which are adjacent in an index. */
export class Runs {
  readonly #compare: IndexOrder["compare"];
  readonly #slots: SortedList<number, unknown>;

  constructor({ compare }: IndexOrder, slots: SortedList<number, unknown>) {
    this.#compare = compare;
    this.#slots = slots;
  }

  /** Visits the runs in a range, from its start or from its end, until a visit returns false. */
  each({ from, to }: Range, descending: boolean, visit: (run: Range) => boolean): void {
    if (descending) {
      for (let end = to; !this.#slots.isAtOrBefore(end, from); ) {
        const start = this.startOf(from, end);
        if (!visit({ from: start, to: end })) return;
        end = start;
      }
      return;
    }
    for (let start = from; !this.#slots.isAtOrBefore(to, start); ) {
      const end = this.endOf(this.#slots.forward(start, 1), to);
      if (!visit({ from: start, to: end })) return;
      start = end;
    }
  }

  /** The point before the run of equal rows that ends at a point, but not before `from`. */
  startOf(from: Cursor, end: Cursor): Cursor {
    const last = this.#slots.keyBefore(end);
    const start = this.#slots.stepBack(end, from, MAX_LINEAR_STEPS, (key) => this.#compare(key, last) === 0);
    if (this.#slots.count(start, end) < MAX_LINEAR_STEPS) return start;
    const border = this.#slots.seek((key) => this.#compare(key, last) < 0);
    return this.#slots.isAtOrBefore(border, from) ? from : border;
  }

  /** The point after the rows that are equal to the last one before a point, but not after `to`. */
  endOf(end: Cursor, to: Cursor): Cursor {
    const last = this.#slots.keyBefore(end);
    const border = this.#slots.seek((key) => this.#compare(key, last) <= 0);
    return this.#slots.isAtOrBefore(to, border) ? to : border;
  }
}
