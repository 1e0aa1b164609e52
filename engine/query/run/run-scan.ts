import type { Range } from "../../indexes/ordered/index-order.ts";
import { eachSlot } from "../../indexes/slot-set.ts";
import type { OrderedScan } from "../plan/ordered-scan.ts";
import type { Plan } from "../plan/plan.ts";
import type { Page } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { everySlot } from "./collect.ts";
import { type SlotFilter, slotFilter } from "./slot-filter.ts";
import { SlotTests } from "./slot-tests.ts";

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
  const tests = SlotTests.of(source, tested);
  if (tests !== null) return takeMatching(source, scan, range, tests, start, stop);
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
  source: RowSource,
  { index, descending }: OrderedScan,
  range: Range | null,
  tests: SlotTests,
  start: number,
  stop: number,
): readonly number[] {
  const taken: number[] = [];
  const visit = (slot: number): boolean => {
    if (tests.isPutOff(slot)) return tests.mayPutOffMore;
    if (tests.matches(slot)) taken.push(slot);
    return taken.length < stop;
  };
  if (index === null) eachSlot(everySlot(source), visit);
  else if (descending) index.eachDescending(range ?? index.all, visit);
  else index.each(range ?? index.all, visit);
  tests.end();
  return taken.slice(start);
}

function byId({ space }: RowSource, start: number, stop: number): readonly number[] {
  const taken: number[] = [];
  space.each(start, (_row, slot) => taken.push(slot) < stop - start);
  return taken;
}
