import type { Cursor } from "../../structures/sorted-list/cursor.ts";
import type { SortedList } from "../../structures/sorted-list/sorted-list.ts";
import type { IndexOrder } from "./index-order.ts";

/** The number of bins of an index; each needs one bit per row. */
const MIN_PARTS = 128;
const MAX_PARTS = 256;

/** The most rows in a bin: scanning them takes as long as all set operations on a million rows. */
const MAX_STEP = 4_096;

/** With fewer rows, a scan is as fast as finding another boundary. */
const MIN_STEP = 64;

/**
 * Points in an index between rows with different keys: evenly spaced where possible, and on both sides of a long run of
 * rows with the same key.
 */
export function binBoundaries({ compare }: IndexOrder, slots: SortedList<number, unknown>): readonly Cursor[] {
  const parts = Math.min(MAX_PARTS, Math.max(MIN_PARTS, Math.ceil(slots.length / MAX_STEP)));
  const step = Math.max(MIN_STEP, Math.ceil(slots.length / parts));
  const places: Cursor[] = [];
  let last = 0;
  while (last + step < slots.length) {
    const key = slots.keyAt(slots.forward(slots.start, last + step - 1));
    const start = slots.seek((other) => compare(other, key) < 0);
    const end = slots.seek((other) => compare(other, key) <= 0);
    const first = slots.numberAt(start);
    const next = slots.numberAt(end);
    if (next - first >= step && first > last) places.push(start);
    if (next < slots.length) places.push(end);
    last = next;
  }
  return places;
}
