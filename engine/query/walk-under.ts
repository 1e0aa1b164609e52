import type { OrderedIndex } from "../indexes/ordered-index.ts";
import { bitsOf, eachSlot, hasBit, type SlotSet } from "../indexes/slot-set.ts";
import type { Ground } from "./ground.ts";
import type { Walk } from "./walk.ts";

/** Goes through the slots in order, and takes those from `start` up to `stop` among the ones in a set. */
export function walkUnder(
  { space }: Ground,
  { index, descending }: Walk,
  set: SlotSet,
  start: number,
  stop: number,
): readonly number[] {
  const words = bitsOf(set, space.slots);
  if (index !== null && descending) return slotsDown(index, words, start, stop);
  const slots: number[] = [];
  let passed = 0;
  const visit = (slot: number): boolean => {
    if (hasBit(words, slot) && passed++ >= start) slots.push(slot);
    return passed < stop;
  };
  if (index === null) eachSlot({ kind: "bits", words }, visit);
  else index.each(index.all, 0, visit);
  return slots;
}

/** So many equal rows beyond a page are gathered before their beginning is looked for. */
const MANY_EQUAL = 1_000;

/** Equal rows come by ascending id also on the way down: those in the set are gathered backwards and turned round. */
function slotsDown(index: OrderedIndex, words: Int32Array, start: number, stop: number): readonly number[] {
  const slots: number[] = [];
  let equal: number[] = [];
  let last: unknown;
  let isEnough = false;
  let isTooMany = false;
  index.eachBackward((slot, key) => {
    if (!hasBit(words, slot)) return true;
    if (equal.length > 0 && index.order.compare(key, last) !== 0) {
      for (let at = equal.length - 1; at >= 0; at--) slots.push(equal[at] ?? 0);
      equal = [];
      isEnough = slots.length >= stop;
    }
    equal.push(slot);
    last = key;
    isTooMany = equal.length > stop + MANY_EQUAL;
    return !isEnough && !isTooMany;
  });
  if (isTooMany) return slotsDownByRuns(index, words, start, stop);
  if (!isEnough) slots.push(...equal.reverse());
  return slots.slice(start, stop);
}

function slotsDownByRuns(index: OrderedIndex, words: Int32Array, start: number, stop: number): readonly number[] {
  const slots: number[] = [];
  let passed = 0;
  index.eachDescending(index.all, 0, (slot) => {
    if (hasBit(words, slot) && passed++ >= start) slots.push(slot);
    return passed < stop;
  });
  return slots;
}
