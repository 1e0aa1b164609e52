import type { OrderedIndex, Range } from "../indexes/ordered-index.ts";
import { hasBit } from "../indexes/slot-set.ts";

type Visit = (slot: number) => boolean;

/** Visits the slots of a range that are in a set, until a visit answers false. */
export function eachUp(index: OrderedIndex, words: Int32Array, range: Range, visit: Visit): void {
  index.each(range, 0, (slot) => !hasBit(words, slot) || visit(slot));
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
  index.eachBackward(range, (slot, key) => {
    if (!hasBit(words, slot)) return true;
    if (equal.length > 0 && index.order.compare(key, last) !== 0) visitEqual();
    equal.push(slot);
    last = key;
    return !isEnough && equal.length <= MANY_EQUAL;
  });
  if (isEnough) return;
  if (equal.length <= MANY_EQUAL) visitEqual();
  else eachDownByRuns(index, words, range, visited, visit);
}

function eachDownByRuns(index: OrderedIndex, words: Int32Array, range: Range, skipped: number, visit: Visit): void {
  let left = skipped;
  index.eachDescending(range, 0, (slot) => !hasBit(words, slot) || left-- > 0 || visit(slot));
}
