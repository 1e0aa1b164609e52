import type { Range } from "../../indexes/ordered/index-order.ts";
import type { Conditions } from "../match/conditions.ts";
import { matcherOf } from "../match/matcher.ts";
import { testCost } from "../match/test-cost.ts";
import type { OrderedScan } from "../plan/ordered-scan.ts";
import type { Plan } from "../plan/plan.ts";
import type { Page } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { type SlotFilter, slotFilter } from "./slot-filter.ts";

/** Scans the slots in order until the page is full. */
export function runScan(
  source: RowSource,
  { start, limit }: Page,
  { scan, range, indexOnly, tested }: Extract<Plan, { kind: "ordered-scan" }>,
): readonly number[] {
  if (limit === 0) return [];
  const stop = limit === null ? Number.POSITIVE_INFINITY : start + limit;
  const wanted = indexOnly === null ? null : slotFilter(indexOnly, stop);
  if (wanted !== null) return takeWanted(source, scan, wanted, start, stop);
  const matches = testOf(source, tested);
  if (matches !== null) return takeMatching(source, scan, range, matches, start, stop);
  const { index, descending } = scan;
  return index === null ? byId(source, start, stop) : index.page(range ?? index.all, descending, start, stop);
}

/** The wanted slots of the page. */
function takeWanted(
  { space }: RowSource,
  { index, descending }: OrderedScan,
  wanted: SlotFilter,
  start: number,
  stop: number,
): readonly number[] {
  if (index !== null) return index.take(index.all, descending, wanted, start, stop);
  const taken: number[] = [];
  space.each(0, (_row, slot) => {
    if (wanted.has(slot)) taken.push(slot);
    return taken.length < stop;
  });
  return taken.slice(start);
}

/** The slots whose rows match, reading as few rows as possible. */
function takeMatching(
  { space }: RowSource,
  { index, descending }: OrderedScan,
  range: Range | null,
  matches: (slot: number) => boolean,
  start: number,
  stop: number,
): readonly number[] {
  const taken: number[] = [];
  const visit = (slot: number): boolean => {
    if (matches(slot)) taken.push(slot);
    return taken.length < stop;
  };
  if (index === null) space.each(0, (_row, slot) => visit(slot));
  else if (descending) index.eachDescending(range ?? index.all, visit);
  else index.each(range ?? index.all, visit);
  return taken.slice(start);
}

function byId({ space }: RowSource, start: number, stop: number): readonly number[] {
  const taken: number[] = [];
  space.each(start, (_row, slot) => taken.push(slot) < stop - start);
  return taken;
}

/** A test whether the row in a slot meets the conditions, charged to the work budget; null if every row does. */
function testOf(source: RowSource, tested: Conditions): ((slot: number) => boolean) | null {
  const matches = matcherOf(source, tested);
  if (matches === null) return null;
  const { work } = source.context.view;
  const cost = testCost(tested);
  const part = tested.filter === null ? "_q" : "filters";
  return (slot) => {
    const row = source.space.row(slot);
    work.spend(cost, part);
    return row !== undefined && matches(row);
  };
}
