import type { Range } from "../../indexes/ordered/index-order.ts";
import type { SlotSet } from "../../indexes/slot-set.ts";
import type { SortKey } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { bitCost, labelledCost, MAX_STEPS, rowCost, setCost, stepCost } from "./costs.ts";
import { type LinkedOrder, linkedOrderOf } from "./linked-order.ts";
import { areWithinRows, builtScanOf, type OrderedScan, orderedScanOf } from "./ordered-scan.ts";
import type { Selection } from "./selection.ts";

/** How collected rows are ordered. */
export interface OrderPlan {
  readonly keys: readonly SortKey[];
  /** An index with this order, scanned if there are at least `from` rows; fewer rows are sorted by its labels. */
  readonly scan: OrderedScan | null;
  /** The part of the index that contains all of the rows; null for the whole index. */
  readonly within: Range | null;
  readonly linked: LinkedOrder | null;
  readonly from: number;
  /** For how many rows it pays to look for the page in the first bins of the index. */
  readonly bins: Counts;
  /** The estimated number of rows. */
  readonly expected: number;
}

/** Numbers of rows from one up to another, which is exclusive. A list and a bitmap have the same end. */
interface Counts {
  readonly from: Readonly<Record<SlotSet["kind"], number>>;
  readonly below: number;
}

const NEVER: Counts = { from: { list: Number.POSITIVE_INFINITY, bits: Number.POSITIVE_INFINITY }, below: 0 };

// In nanoseconds, as in costs.ts, for orders behind relations.
const LINKED_STEP = 60;
const GROUP = 2_000;

/** How many rows are read to find the sort value of one row. */
const LINKED_ROWS = 16;

/**
 * The cheapest way to get the rows from `start` up to `stop`, of about `expected` rows, in the order of some keys. If
 * `stop` is null all rows are wanted, and they are sorted. `selection` contains all of the rows.
 */
export function orderPlanOf(
  source: RowSource,
  keys: readonly SortKey[],
  start: number,
  stop: number | null,
  expected: number,
  selection: Selection | null = null,
): OrderPlan {
  if (stop === null) return sortedOnly(keys, expected);
  const [first] = keys;
  if (first === undefined || areWithinRows(source, keys)) {
    return alongRows(source, keys, start, stop, expected, selection);
  }
  return byLinks(source, keys, first, stop, expected);
}

// Order plans are written out in full: V8 gives objects made by a spread a different hidden class.

function sortedOnly(keys: readonly SortKey[], expected: number): OrderPlan {
  const from = Number.POSITIVE_INFINITY;
  return { keys, scan: null, within: null, linked: null, from, bins: NEVER, expected };
}

function alongRows(
  source: RowSource,
  keys: readonly SortKey[],
  start: number,
  stop: number,
  expected: number,
  selection: Selection | null,
): OrderPlan {
  const { size } = source.space;
  const { sortingCost } = source.context.view.state.shape.limits;
  const kept = builtScanOf(source, keys);
  const isLabelled = kept !== null && kept.index?.labels(0) !== null;
  const row = (isLabelled ? labelledCost(size) : rowCost(size)) * sortingCost;
  const within = kept === null || selection === null ? null : rangeOf(selection, kept.index);
  const scanned = within === null ? size : (kept?.index?.count(within) ?? size);
  // The rows before the page are scanned, or skipped by counting.
  const step = stepCost(size);
  const shortcut = Math.ceil((MAX_STEPS * step) / row);
  const from = Math.min(enough(stop, scanned * step, row), shortcut + enough(stop - start, scanned * step, row));
  const scan = kept ?? (expected < from ? null : orderedScanOf(source, keys));
  if (scan === null) {
    return { keys, scan, within, linked: null, from, bins: NEVER, expected };
  }
  const bins = scan.index === null ? NEVER : binsPayFor(stop, size, scanned * step, row);
  return { keys, scan, within, linked: null, from, bins, expected };
}

function byLinks(
  source: RowSource,
  keys: readonly SortKey[],
  first: SortKey,
  stop: number,
  expected: number,
): OrderPlan {
  const { size } = source.space;
  const pick = LINKED_ROWS * rowCost(size) * source.context.view.state.shape.limits.sortingCost;
  if (expected < enough(stop, size * LINKED_STEP, pick)) return sortedOnly(keys, expected);
  const linked = linkedOrderOf(source, first);
  const steps = size * LINKED_STEP + (linked?.far ?? 0) * GROUP;
  const from = enough(stop, steps, pick);
  return { keys, scan: null, within: null, linked, from, bins: NEVER, expected };
}

/** The number of matches at which sorting them costs as much as scanning until enough have been found. */
function enough(wanted: number, steps: number, pick: number): number {
  return Math.ceil(Math.sqrt((wanted * steps) / pick));
}

/** How many rows in the first bins contain, in all likelihood, all rows up to `stop`. */
export function likelyIn(stop: number): number {
  return 2 * stop + 8;
}

/**
 * The numbers of matches for which it costs less to find and sort the first bins' matches than to scan the order or to
 * sort all. A bitmap is intersected with the bins' bitmap; a list, whose slots are looked up there, is so short that
 * this costs no more.
 */
function binsPayFor(stop: number, size: number, steps: number, pick: number): Counts {
  const sorting = likelyIn(stop) * pick;
  const cost = setCost(size) + sorting;
  const list = pick > bitCost(size) ? sorting / (pick - bitCost(size)) : Number.POSITIVE_INFINITY;
  return { from: { list, bits: cost / pick }, below: (stop * steps) / cost };
}

/** The range of the scanned index that contains every selected row; null if none is known. */
function rangeOf(selection: Selection, index: OrderedScan["index"]): Range | null {
  if (selection.kind === "every") {
    for (const part of selection.parts) {
      const range = rangeOf(part, index);
      if (range !== null) return range;
    }
  }
  if (selection.kind !== "ranges" || selection.index !== index) return null;
  return selection.ranges.length === 1 ? (selection.ranges[0] ?? null) : null;
}
