import type { Range } from "../../indexes/ordered/index-order.ts";
import type { SortKey } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { labelledCost, MAX_STEPS, rowCost, stepCost } from "./costs.ts";
import { type Groups, groupsOf } from "./linked-order.ts";
import { keptWalkOf, type Walk, walkOf } from "./ordered-scan.ts";
import { reachOf } from "./row-fields.ts";
import type { Selection } from "./selection.ts";

/** How rows that have been gathered are put in order. */
export interface Arrangement {
  readonly keys: readonly SortKey[];
  /** What leads through the order: taken where there are at least `from` rows, while fewer are sorted by its labels. */
  readonly walk: Walk | null;
  /** The part of the walk in which all rows are; null for all of it. */
  readonly within: Range | null;
  readonly groups: Groups | null;
  readonly from: number;
  /** About so many rows there are. */
  readonly expected: number;
}

// In nanoseconds, as in costs.ts, for orders behind relations.
const LINKED_STEP = 60;
const GROUP = 2_000;

/** Rows that are looked at to find what one is sorted by. */
const LINKED_ROWS = 16;

/**
 * The way to those from `start` up to `stop` of about `expected` rows in the order of some keys that costs least. Null
 * wants all of them: these are sorted. `selection`: where all of the rows are.
 */
export function arrangementOf(
  source: RowSource,
  keys: readonly SortKey[],
  start: number,
  stop: number | null,
  expected: number,
  selection: Selection | null = null,
): Arrangement {
  if (stop === null) return sortedOnly(keys, expected);
  const [first] = keys;
  if (first === undefined || keys.every((key) => reachOf(source, key.path) !== null)) {
    return alongRows(source, keys, start, stop, expected, selection);
  }
  return byLinks(source, keys, first, stop, expected);
}

// Arrangements are written out whole: V8 makes a layout of their own for those that others are spread into.

function sortedOnly(keys: readonly SortKey[], expected: number): Arrangement {
  return { keys, walk: null, within: null, groups: null, from: Number.POSITIVE_INFINITY, expected };
}

function alongRows(
  source: RowSource,
  keys: readonly SortKey[],
  start: number,
  stop: number,
  expected: number,
  selection: Selection | null,
): Arrangement {
  const { size } = source.space;
  const { sortingCost } = source.context.view.state.shape.limits;
  const kept = keptWalkOf(source, keys);
  const isLabelled = kept !== null && kept.index?.labels(0) !== null;
  const row = (isLabelled ? labelledCost(size) : rowCost(size)) * sortingCost;
  // What comes before the page is gone along, or passed over.
  const step = stepCost(size);
  const shortcut = Math.ceil((MAX_STEPS * step) / row);
  const from = Math.min(enough(stop, size * step, row), shortcut + enough(stop - start, size * step, row));
  const walk = kept ?? (expected < from ? null : walkOf(source, keys));
  if (walk === null) return sortedOnly(keys, expected);
  return { keys, walk, within: selection && rangeOf(selection, walk.index), groups: null, from, expected };
}

function byLinks(
  source: RowSource,
  keys: readonly SortKey[],
  first: SortKey,
  stop: number,
  expected: number,
): Arrangement {
  const { size } = source.space;
  const pick = LINKED_ROWS * rowCost(size) * source.context.view.state.shape.limits.sortingCost;
  if (expected < enough(stop, size * LINKED_STEP, pick)) return sortedOnly(keys, expected);
  const groups = groupsOf(source, first);
  const steps = size * LINKED_STEP + (groups?.far ?? 0) * GROUP;
  return { keys, walk: null, within: null, groups, from: enough(stop, steps, pick), expected };
}

/** Where to sort so many matches costs as much as to go through all rows until enough of them have been met. */
function enough(wanted: number, steps: number, pick: number): number {
  return Math.ceil(Math.sqrt((wanted * steps) / pick));
}

/** The range of a walk's index outside of which no row is selected. */
function rangeOf(selection: Selection, index: Walk["index"]): Range | null {
  if (selection.kind === "every") {
    for (const part of selection.parts) {
      const range = rangeOf(part, index);
      if (range !== null) return range;
    }
  }
  if (selection.kind !== "ranges" || selection.index !== index) return null;
  return selection.ranges.length === 1 ? (selection.ranges[0] ?? null) : null;
}
