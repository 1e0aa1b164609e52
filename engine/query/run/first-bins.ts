import { countSlots, type SlotSet } from "../../indexes/slot-set.ts";
import { likelyIn, type OrderPlan } from "../plan/order-plan.ts";

/** Some rows of a set, and how many they are. */
interface Part {
  readonly set: SlotSet;
  readonly count: number;
}

/**
 * The members of a set with `count` of them that are in the first bins of the order: in as many bins as contain the rows up to
 * `stop` if the set is spread evenly. Null if they do not contain them, or if looking for them does not pay.
 */
export function inFirstBins(plan: OrderPlan, set: SlotSet, count: number, stop: number): Part | null {
  const { scan, within, bins } = plan;
  if (scan === null || scan.index === null || count < bins.from[set.kind] || count >= bins.below) return null;
  const { index, descending } = scan;
  const { from, to } = index.all;
  const range = within ?? index.all;
  const before = index.count(descending ? { from: range.to, to } : { from, to: range.from });
  const rows = before + Math.ceil((likelyIn(stop) * index.count(range)) / count);
  const found = index.sets.inFirstBins(set, rows, descending);
  const part = found && { set: found, count: countSlots(found) };
  return part !== null && part.count >= stop ? part : null;
}
