import type { Cursor } from "../../structures/sorted-list/cursor.ts";
import type { SortedList } from "../../structures/sorted-list/sorted-list.ts";
import type { IndexOrder } from "./index-order.ts";

/** The number of parts of an index: each takes a bit for every row. */
const MIN_PARTS = 128;
const MAX_PARTS = 256;

/** So many rows should be in a part at most: to go through them takes as long as all that is done with sets of a million. */
const MAX_STEP = 4_096;

/** Fewer rows than this are gone through as quickly as another boundary is sought. */
const MIN_STEP = 64;

/**
 * Points in an index, each between two rows with different keys: about evenly, and on both sides of a long run of rows
 * with the same key.
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
