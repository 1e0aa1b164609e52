import type { Range } from "../../indexes/ordered/index-order.ts";
import type { SortKey } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { labelledCost, MAX_STEPS, rowCost, stepCost } from "./costs.ts";
import { type LinkedOrder, linkedOrderOf } from "./linked-order.ts";
import {
  areWithinRows,
  builtScanOf,
  type ColumnScan,
  columnScanOf,
  type OrderedScan,
  orderedScanOf,
} from "./ordered-scan.ts";
import type { Selection } from "./selection.ts";

/** How collected rows are ordered. */
export interface OrderPlan {
  readonly keys: readonly SortKey[];
  /** An index with this order, scanned if there are at least `from` rows; fewer rows are sorted by its labels. */
  readonly scan: OrderedScan | null;
  /** The part of the index that contains all of the rows; null for the whole index. */
  readonly within: Range | null;
  readonly linked: LinkedOrder | null;
  /** The columns of the keys while the index with this order is being built; null if it is not. */
  readonly columns: ColumnScan | null;
  readonly from: number;
  /** The estimated number of rows. */
  readonly expected: number;
}

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
  return { keys, scan: null, within: null, linked: null, columns: null, from: Number.POSITIVE_INFINITY, expected };
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
  // The rows before the page are scanned, or skipped by counting.
  const step = stepCost(size);
  const shortcut = Math.ceil((MAX_STEPS * step) / row);
  const from = Math.min(enough(stop, size * step, row), shortcut + enough(stop - start, size * step, row));
  const scan = kept ?? (expected < from ? null : orderedScanOf(source, keys));
  if (scan === null) {
    const columns = expected < from ? null : columnScanOf(source, keys);
    return { keys, scan, within: null, linked: null, columns, from, expected };
  }
  const within = selection && rangeOf(selection, scan.index);
  return { keys, scan, within, linked: null, columns: null, from, expected };
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
  return { keys, scan: null, within: null, linked, columns: null, from: enough(stop, steps, pick), expected };
}

/** The number of matches at which sorting them costs as much as scanning until enough have been found. */
function enough(wanted: number, steps: number, pick: number): number {
  return Math.ceil(Math.sqrt((wanted * steps) / pick));
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
