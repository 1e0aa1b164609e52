import type { Cursor } from "../paged/cursor.ts";
import type { SortedList } from "../paged/sorted-list.ts";
import type { IndexOrder } from "./ordered-index.ts";

/** About so many parts of an index are told apart. */
const PARTS = 128;

/** Fewer rows than this are gone through as quickly as another landmark is looked for. */
const LEAST_STEP = 64;

/**
 * Points in an index, each between two rows with different keys: about evenly, and on both sides of a long run of rows
 * with the same key.
 */
export function landmarkPlaces({ compare }: IndexOrder, slots: SortedList<number, unknown>): readonly Cursor[] {
  const step = Math.max(LEAST_STEP, Math.ceil(slots.length / PARTS));
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
