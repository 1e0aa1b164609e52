import { eachSlot, type SlotSet } from "../indexes/slot-set.ts";
import { firstInOrder } from "./first-in-order.ts";
import type { Walk } from "./walk.ts";

/** The first of some slots in the order of a walk, by ranks; null where rows have to be looked at for that. */
export function sortSlots(
  { index, descending }: Walk,
  set: SlotSet,
  count: number,
  wanted: number,
): readonly number[] | null {
  if (index === null) return firstInOrder(listOf(set), (left, right) => left - right, wanted);
  const ranks = index.ranks(count);
  if (ranks === null) return null;
  const sign = descending ? -1 : 1;
  const compare = (left: number, right: number) => sign * (ranks.of(left) - ranks.of(right)) || left - right;
  return firstInOrder(listOf(set), compare, wanted);
}

function listOf(set: SlotSet): readonly number[] {
  if (set.kind === "list") return set.slots;
  const slots: number[] = [];
  eachSlot(set, (slot) => slots.push(slot) > 0);
  return slots;
}
