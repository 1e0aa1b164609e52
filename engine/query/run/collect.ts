import { anyBits, difference, intersection, NO_SLOTS, type SlotSet, union, wantedOf } from "../../indexes/slot-set.ts";
import type { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import { isExact, type Selected, type Selection } from "../plan/selection.ts";
import type { RowSource } from "../row-source.ts";
import { linkedSlots, slotsLinkedThrough } from "./linked-slots.ts";
import { slotFilter } from "./slot-filter.ts";
import { SlotTests } from "./slot-tests.ts";

/** The cost of a native text search per row of the searched page, and of testing one candidate. */
const TEXT_SEARCH = 0.5;
const TEXT_TEST = 3;

/** The slots of all selected rows that meet the residual conditions. */
export function collect(source: RowSource, { selection, residual }: Selected): SlotSet {
  const set = slotsOf(source, selection);
  const tests = SlotTests.of(source, residual);
  return tests === null ? set : tests.matchingIn(set);
}

/** The slots of the far rows. If residual conditions were tested, the result is cached for the next query. */
export function collectBehind({ far, to, condition }: Extract<Selection, { kind: "links" }>): SlotSet {
  const set = collect(far, to);
  if (far.space.indexes.isBuilding) far.context.view.demand.later();
  if (condition !== null && !isExact(to)) far.space.indexes.matches.keep(condition, set);
  return set;
}

function slotsOf(source: RowSource, selection: Selection): SlotSet {
  switch (selection.kind) {
    case "all":
      return everySlot(source);
    case "named":
      return { kind: "list", slots: selection.slots };
    case "ranges":
      return selection.index.sets.of(selection.ranges);
    case "values":
      return selection.index.slotsIn(selection.ranges);
    case "text":
      return slotsIn(source, rowsWithText(source, selection));
    case "links": {
      const { end, layer, far, holders } = selection;
      const to = collectBehind(selection);
      if (holders !== null) return slotsLinkedThrough(source, holders, end, layer, far, to);
      return linkedSlots(source, end, layer, far, to, "filters");
    }
    case "set":
      return slotsIn(source, selection.set);
    case "every":
      return inEvery(source, selection.parts);
    case "some":
      return inSome(source, selection.parts);
    case "except":
      return withoutSelected(source, everySlot(source), selection.part);
  }
}

function inEvery(source: RowSource, parts: readonly Selection[]): SlotSet {
  // A complement by itself begins with all rows, so it is not the first.
  const first = parts.find(({ kind }) => kind !== "except") ?? parts[0];
  let set = first === undefined ? everySlot(source) : slotsOf(source, first);
  for (const part of parts) if (part !== first) set = narrowed(source, set, part);
  return set;
}

function inSome(source: RowSource, parts: readonly Selection[]): SlotSet {
  let set: SlotSet | null = null;
  for (const part of parts) {
    const own = slotsOf(source, part);
    set = set === null ? own : union(set, own, source.space.slots);
  }
  return set ?? NO_SLOTS;
}

/**
 * The intersection of a set and a selection. The slots of a list are tested one by one if possible; a bitmap is
 * combined in place with a maintained set.
 */
function narrowed(source: RowSource, set: SlotSet, selection: Selection): SlotSet {
  if (set.kind === "list") {
    const test = slotFilter(selection, set.slots.length);
    if (test !== null) return { kind: "list", slots: wantedOf(set.slots, test) };
  } else {
    const { words } = set;
    const kept = keptSet(source, selection);
    if (kept !== null) {
      kept.keepIn(words);
      return set;
    }
    if (selection.kind === "except") return withoutSelected(source, set, selection.part);
    const range = selection.kind === "ranges" && selection.ranges.length === 1 ? selection.ranges[0] : undefined;
    if (selection.kind === "ranges" && range !== undefined) return selection.index.sets.narrow(words, range);
  }
  return intersection(set, slotsOf(source, selection), source.space.slots);
}

/** The maintained set of a selection; null if it has none. */
function keptSet(source: RowSource, selection: Selection): PagedBitmap | null {
  switch (selection.kind) {
    case "set":
      return selection.set;
    case "text":
      return rowsWithText(source, selection);
    default:
      return null;
  }
}

/** The slots in a set that are not in a selection. */
function withoutSelected(source: RowSource, set: SlotSet, selection: Selection): SlotSet {
  if (set.kind === "list" || selection.kind !== "set") {
    return difference(set, slotsOf(source, selection), source.space.slots);
  }
  selection.set.removeFrom(set.words);
  return set;
}

function rowsWithText({ context, space }: RowSource, selection: Extract<Selection, { kind: "text" }>): PagedBitmap {
  const { index, sought, known } = selection;
  if (known !== null) return known;
  context.view.work.spend(space.slots * (TEXT_SEARCH + (sought.rest === null ? 0 : TEXT_TEST)), "filters");
  return index.find(sought, context.view.demand);
}

/** The slots of all rows. */
export function everySlot(source: RowSource): SlotSet {
  return slotsIn(source, source.space.present);
}

function slotsIn({ space }: RowSource, set: PagedBitmap): SlotSet {
  const words = anyBits(space.slots);
  set.copyTo(words);
  return { kind: "bits", words };
}
