import { slotOfKey } from "../indexes/ranks.ts";
import { eachSlot, type SlotSet, slotsByRank } from "../indexes/slot-set.ts";
import { firstInOrder } from "./first-in-order.ts";
import { lowest } from "./lowest.ts";
import type { Walk } from "./walk.ts";

/** So many are put in their places one by one. */
const FEW = 32;

/** The first of some slots in the order of a walk, by ranks; null where rows have to be looked at for that. */
export function sortSlots(
  { index, descending }: Walk,
  set: SlotSet,
  count: number,
  wanted: number,
): readonly number[] | null {
  if (index === null) return sortById(set, wanted);
  const ranks = index.ranks(count);
  if (ranks === null) return null;
  const slots = listOf(set);
  const keys = wanted <= FEW ? ranks.keysOf(slots, descending) : null;
  if (keys !== null) return lowest(keys, wanted).map(slotOfKey);
  const sign = descending ? -1 : 1;
  const compare = (left: number, right: number) => sign * (ranks.of(left) - ranks.of(right)) || left - right;
  return firstInOrder(slots, compare, wanted);
}

function sortById(set: SlotSet, wanted: number): readonly number[] {
  if (set.kind === "bits") return slotsByRank(set.words, 0, wanted);
  return wanted <= FEW ? lowest(set.slots, wanted) : firstInOrder(set.slots, (left, right) => left - right, wanted);
}

function listOf(set: SlotSet): readonly number[] {
  if (set.kind === "list") return set.slots;
  const slots: number[] = [];
  eachSlot(set, (slot) => slots.push(slot) > 0);
  return slots;
}
