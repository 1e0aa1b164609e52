import type { OrderedIndex, Range } from "../indexes/ordered-index.ts";
import { hasBit } from "../indexes/slot-set.ts";

type Visit = (slot: number) => boolean;

/** Visits the slots of a range that are in a set, until a visit answers false. */
export function eachUp(index: OrderedIndex, words: Int32Array, range: Range, visit: Visit): void {
  index.eachChunk(range, (slots, start, stop) => {
    for (let at = start; at < stop; at++) {
      const slot = slots[at] as number;
      if (hasBit(words, slot) && !visit(slot)) return false;
    }
    return true;
  });
}

/** So many equal rows are gathered before their beginning is looked for. */
const MANY_EQUAL = 1_000;

/** The same from the end of the range; equal rows come by ascending id all the same. */
export function eachDown(index: OrderedIndex, words: Int32Array, range: Range, visit: Visit): void {
  let equal: number[] = [];
  let last: unknown;
  let visited = 0;
  let isEnough = false;
  const visitEqual = (): void => {
    for (let at = equal.length - 1; at >= 0 && !isEnough; at--, visited++) isEnough = !visit(equal[at] ?? 0);
    equal = [];
  };
  index.eachChunkBackward(range, (slots, start, stop, keys) => {
    for (let at = stop - 1; at >= start; at--) {
      const slot = slots[at] as number;
      if (!hasBit(words, slot)) continue;
      const key = keys[at];
      if (equal.length > 0 && index.order.compare(key, last) !== 0) visitEqual();
      equal.push(slot);
      last = key;
      if (isEnough || equal.length > MANY_EQUAL) return false;
    }
    return true;
  });
  if (isEnough) return;
  if (equal.length <= MANY_EQUAL) visitEqual();
  else eachDownByRuns(index, words, range, visited, visit);
}

function eachDownByRuns(index: OrderedIndex, words: Int32Array, range: Range, skipped: number, visit: Visit): void {
  let left = skipped;
  index.eachDescending(range, 0, (slot) => !hasBit(words, slot) || left-- > 0 || visit(slot));
}
