import { bitsOf, countSlots, hasBit, intersection, type SlotSet } from "../../indexes/slot-set.ts";
import type { LinkedOrder } from "../plan/linked-order.ts";
import { type OrderPlan, orderPlanOf } from "../plan/order-plan.ts";
import type { SortKey } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { inFirstBins } from "./first-bins.ts";
import { eachGroup } from "./linked-groups.ts";
import { scanUnder } from "./scan-under.ts";
import { sortByValues } from "./sort-by-values.ts";
import { firstById, sortSlots } from "./sort-slots.ts";

/** The slots of a set with `count` members, in order, from `start` up to `stop`. */
export function orderRows(
  source: RowSource,
  set: SlotSet,
  count: number,
  plan: OrderPlan,
  start: number,
  stop: number,
): readonly number[] {
  const few = inFirstBins(plan, set, count, stop);
  return orderSet(source, few?.set ?? set, few?.count ?? count, plan, start, stop);
}

/** As `orderRows`, by scanning the order or sorting the whole set. */
function orderSet(
  source: RowSource,
  set: SlotSet,
  count: number,
  plan: OrderPlan,
  start: number,
  stop: number,
): readonly number[] {
  const { scan, within, linked, keys, from } = plan;
  if (count >= from && scan !== null) {
    return scanUnder(scan, { words: bitsOf(set, source.space.slots), count, within }, start, stop);
  }
  if (count >= from && linked !== null) return orderGroups(source, set, linked, keys.slice(1), start, stop);
  const ranked = scan === null ? null : sortSlots(scan, set, count, stop);
  if (ranked !== null) return start === 0 && ranked.length <= stop ? ranked : ranked.slice(start, stop);
  const other = planForMore(source, plan, count, start, stop);
  if (other !== null) return orderRows(source, set, count, other, start, stop);
  return sortByValues(source, set, keys, count, start, stop);
}

/** The plan for many more rows than were expected, with the index that was not worthwhile for few; null for others. */
function planForMore(
  source: RowSource,
  { keys, from, expected }: OrderPlan,
  count: number,
  start: number,
  stop: number,
): OrderPlan | null {
  const { demand, state } = source.context.view;
  if (count < from || expected >= from || !demand.areMany(count, state.shape.limits.manyRows)) return null;
  return orderPlanOf(source, keys, start, stop, count);
}

/** Orders each group that overlaps the page by the other keys: by id if there are none. */
function orderGroups(
  source: RowSource,
  set: SlotSet,
  groups: LinkedOrder,
  keys: readonly SortKey[],
  start: number,
  stop: number,
): readonly number[] {
  const { slots: length } = source.space;
  const words = bitsOf(set, length);
  const found: number[] = [];
  let passed = 0;
  eachGroup(groups, (slots) => {
    if (keys.length === 0 && slots.kind === "list") {
      passed = takeById(slots, words, passed, start, stop, found);
      return passed < stop;
    }
    const group = intersection(slots, { kind: "bits", words }, length);
    const count = countSlots(group);
    const first = Math.max(0, start - passed);
    const last = Math.min(count, stop - passed);
    if (first < last) {
      const plan = orderPlanOf(source, keys, first, last, count);
      found.push(...orderRows(source, group, count, plan, first, last));
    }
    passed += count;
    return passed < stop;
  });
  return found;
}

/**
 * Adds the slots of a list that are set in `words` to `taken`, by id: from number `start` up to `stop`; `passed` slots
 * came before. Returns how many have been passed then. Makes no other list: there are many groups of a few rows.
 */
function takeById(
  list: Extract<SlotSet, { kind: "list" }>,
  words: Int32Array,
  passed: number,
  start: number,
  stop: number,
  taken: number[],
): number {
  const slots = firstById(list, list.slots.length);
  let number = passed;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] as number;
    if (!hasBit(words, slot)) continue;
    if (number >= start && number < stop) taken.push(slot);
    number++;
  }
  return number;
}
