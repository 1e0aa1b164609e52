import type { Cursor } from "../paged/cursor.ts";
import type { SortedList } from "../paged/sorted-list.ts";
import type { IndexOrder } from "./ordered-index.ts";

/** About so many parts of an index are told apart. */
const PARTS = 64;

/**
 * Points in an index, each between two rows with different keys: about evenly, and on both sides of a long run of rows
 * with the same key.
 */
export function landmarkPlaces({ compare }: IndexOrder, slots: SortedList<number, unknown>): readonly Cursor[] {
  const step = Math.ceil(slots.length / PARTS);
  const numbers: number[] = [];
  let last = 0;
  let runStart = 0;
  let number = 0;
  let previous: unknown;
  const mark = (place: number): void => {
    numbers.push(place);
    last = place;
  };
  const endRun = (): void => {
    if (number - runStart >= step && runStart > last) mark(runStart);
  };
  slots.eachChunk(slots.start, slots.end, (_items, start, stop, keys) => {
    for (let at = start; at < stop; at++, number++) {
      const key = keys[at];
      if (number > 0 && compare(previous, key) !== 0) {
        endRun();
        if (number - last >= step) mark(number);
        runStart = number;
      }
      previous = key;
    }
    return true;
  });
  endRun();
  return numbers.map((each) => slots.forward(slots.start, each));
}
