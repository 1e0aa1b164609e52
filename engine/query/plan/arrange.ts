import type { Range } from "../../indexes/ordered/ordered-index.ts";
import { bitsOf, countSlots, eachSlot, intersection, type SlotSet } from "../../indexes/slot-set.ts";
import type { Row } from "../../values/row.ts";
import { type Ground, placeOfType, reachOf } from "../ground.ts";
import { type Seen, sorted } from "../match/sort.ts";
import type { SortKey } from "../query.ts";
import { sortSlots } from "../run/sort-slots.ts";
import { keptWalkOf, type Walk, walkOf } from "../run/walk.ts";
import { MAX_STEPS, walkUnder } from "../run/walk-under.ts";
import { rankedCost, rowCost, stepCost } from "./costs.ts";
import { type Groups, groupsOf, inOrder } from "./groups.ts";
import type { Selection } from "./plan.ts";

/** How rows that have been gathered are put in order. */
export interface Arrangement {
  readonly keys: readonly SortKey[];
  /** What leads through the order: taken where there are at least `from` rows, while fewer are sorted by its ranks. */
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
  ground: Ground,
  keys: readonly SortKey[],
  start: number,
  stop: number | null,
  expected: number,
  selection: Selection | null = null,
): Arrangement {
  if (stop === null) return sortedOnly(keys, expected);
  const [first] = keys;
  if (first === undefined || keys.every((key) => reachOf(ground, key.path) !== null)) {
    return alongRows(ground, keys, start, stop, expected, selection);
  }
  return byLinks(ground, keys, first, stop, expected);
}

// Arrangements are written out whole: V8 makes a layout of their own for those that others are spread into.

function sortedOnly(keys: readonly SortKey[], expected: number): Arrangement {
  return { keys, walk: null, within: null, groups: null, from: Number.POSITIVE_INFINITY, expected };
}

function alongRows(
  ground: Ground,
  keys: readonly SortKey[],
  start: number,
  stop: number,
  expected: number,
  selection: Selection | null,
): Arrangement {
  const { size } = ground.space;
  const { sortingCost } = ground.reading.sight.state.shape.limits;
  const kept = keptWalkOf(ground, keys);
  const isRanked = kept !== null && kept.index?.ranks(0) !== null;
  const row = (isRanked ? rankedCost(size) : rowCost(size)) * sortingCost;
  // What comes before the page is gone along, or passed over.
  const step = stepCost(size);
  const shortcut = Math.ceil((MAX_STEPS * step) / row);
  const from = Math.min(enough(stop, size * step, row), shortcut + enough(stop - start, size * step, row));
  const walk = kept ?? (expected < from ? null : walkOf(ground, keys));
  if (walk === null) return sortedOnly(keys, expected);
  return { keys, walk, within: selection && rangeOf(selection, walk.index), groups: null, from, expected };
}

function byLinks(
  ground: Ground,
  keys: readonly SortKey[],
  first: SortKey,
  stop: number,
  expected: number,
): Arrangement {
  const { size } = ground.space;
  const pick = LINKED_ROWS * rowCost(size) * ground.reading.sight.state.shape.limits.sortingCost;
  if (expected < enough(stop, size * LINKED_STEP, pick)) return sortedOnly(keys, expected);
  const groups = groupsOf(ground, first);
  const steps = size * LINKED_STEP + (groups?.far ?? 0) * GROUP;
  return { keys, walk: null, within: null, groups, from: enough(stop, steps, pick), expected };
}

/** Where to sort so many matches costs as much as to go through all rows until enough of them have been met. */
function enough(wanted: number, steps: number, pick: number): number {
  return Math.ceil(Math.sqrt((wanted * steps) / pick));
}

/** The slots of a set of `count` in order, from `start` up to `stop`. */
export function arrange(
  ground: Ground,
  set: SlotSet,
  count: number,
  arrangement: Arrangement,
  start: number,
  stop: number,
): readonly number[] {
  const { walk, within, groups, keys, from } = arrangement;
  if (count >= from && walk !== null) {
    return walkUnder(walk, { words: bitsOf(set, ground.space.slots), count, within }, start, stop);
  }
  if (count >= from && groups !== null) return arrangeGroups(ground, set, groups, keys.slice(1), start, stop);
  const ranked = walk === null ? null : sortSlots(walk, set, count, stop);
  if (ranked !== null) return ranked.slice(start, stop);
  const inOrder = sorted(ground.reading.sight, placeOfType(ground.type), keys, seenIn(ground, set), stop);
  return inOrder.slice(start, stop).map(({ node }) => node.slot);
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

/** Puts each group that reaches into the page in the order of the other keys. */
function arrangeGroups(
  ground: Ground,
  set: SlotSet,
  groups: Groups,
  keys: readonly SortKey[],
  start: number,
  stop: number,
): readonly number[] {
  const { slots: length } = ground.space;
  const among: SlotSet = { kind: "bits", words: bitsOf(set, length) };
  const found: number[] = [];
  let passed = 0;
  for (const { slots } of inOrder(groups)) {
    const group = intersection(slots, among, length);
    const count = countSlots(group);
    const [first, last] = [Math.max(0, start - passed), Math.min(count, stop - passed)];
    if (count > 0 && first < last) {
      const arrangement = arrangementOf(ground, keys, first, last, count);
      found.push(...arrange(ground, group, count, arrangement, first, last));
    }
    passed += count;
    if (passed >= stop) break;
  }
  return found;
}

/** The rows in some slots. */
export function seenIn({ space, status }: Ground, set: SlotSet): Seen<Row>[] {
  const seen: Seen<Row>[] = [];
  eachSlot(set, (slot) => {
    const row = space.row(slot);
    if (row !== undefined) seen.push({ node: row, layer: status });
    return true;
  });
  return seen;
}
