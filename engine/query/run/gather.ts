import {
  anyBits,
  countSlots,
  difference,
  eachSlot,
  intersection,
  NO_SLOTS,
  type SlotSet,
  union,
} from "../../indexes/slot-set.ts";
import type { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import { matcherOf } from "../match/matcher.ts";
import { weightOf } from "../match/test-cost.ts";
import type { Selected, Selection } from "../plan/selection.ts";
import type { Ground } from "../row-source.ts";
import { linkedSlots, slotsLinkedThrough } from "./linked-slots.ts";
import { slotTest } from "./slot-filter.ts";

/** What a native search for a text costs for each row of the page that it goes through, and what it may have tested. */
const TEXT_SEARCH = 0.5;
const TEXT_TEST = 3;

/** The slots of all rows that are selected and fulfil the rest. */
export function gather(ground: Ground, { selection, rest }: Selected): SlotSet {
  const set = slotsOf(ground, selection);
  const matches = matcherOf(ground, rest);
  if (matches === null) return set;
  ground.reading.sight.allowance.spend(countSlots(set) * weightOf(rest), rest.filter === null ? "_q" : "filters");
  const slots: number[] = [];
  eachSlot(set, (slot) => {
    const row = ground.space.row(slot);
    if (row !== undefined && matches(row)) slots.push(slot);
    return true;
  });
  return { kind: "list", slots };
}

function slotsOf(ground: Ground, selection: Selection): SlotSet {
  const { space } = ground;
  switch (selection.kind) {
    case "all":
      return everySlot(ground);
    case "named":
      return { kind: "list", slots: selection.slots };
    case "ranges":
      return selection.index.sets.of(selection.ranges);
    case "values":
      return selection.index.slotsIn(selection.ranges);
    case "text":
      return slotsIn(ground, rowsWithText(ground, selection));
    case "links": {
      const { end, layer, far, to, holders } = selection;
      if (holders !== null) return slotsLinkedThrough(ground, holders, end, layer, far, gather(far, to));
      return linkedSlots(ground, end, layer, far, gather(far, to), "filters");
    }
    case "set":
      return slotsIn(ground, selection.set);
    case "every": {
      const [first, ...others] = selection.parts;
      if (first === undefined) return everySlot(ground);
      return others.reduce((set, part) => narrowed(ground, set, part), slotsOf(ground, first));
    }
    case "some":
      return selection.parts
        .map((part) => slotsOf(ground, part))
        .reduce((one, other) => union(one, other, space.slots), NO_SLOTS);
    case "except":
      return withoutSelected(ground, everySlot(ground), selection.part);
  }
}

/**
 * What is in a set and in a selection: of a list each slot is tested, where that can be; with bits, a set that is kept is
 * compared as it stands.
 */
function narrowed(ground: Ground, set: SlotSet, selection: Selection): SlotSet {
  if (set.kind === "list") {
    const test = slotTest(selection, set.slots.length);
    if (test !== null) return { kind: "list", slots: set.slots.filter((slot) => test.has(slot)) };
  } else {
    const { words } = set;
    if (selection.kind === "set" || selection.kind === "text") {
      (selection.kind === "set" ? selection.set : rowsWithText(ground, selection)).keepIn(words);
      return set;
    }
    if (selection.kind === "except") return withoutSelected(ground, set, selection.part);
    const range = selection.kind === "ranges" && selection.ranges.length === 1 ? selection.ranges[0] : undefined;
    if (selection.kind === "ranges" && range !== undefined) return selection.index.sets.narrow(words, range);
  }
  return intersection(set, slotsOf(ground, selection), ground.space.slots);
}

/** What is in a set and not in a selection. */
function withoutSelected(ground: Ground, set: SlotSet, selection: Selection): SlotSet {
  if (set.kind === "list" || selection.kind !== "set") {
    return difference(set, slotsOf(ground, selection), ground.space.slots);
  }
  selection.set.removeFrom(set.words);
  return set;
}

function rowsWithText({ reading, space }: Ground, selection: Extract<Selection, { kind: "text" }>): PagedBitmap {
  const { index, sought, known } = selection;
  if (known !== null) return known;
  reading.sight.allowance.spend(space.slots * (TEXT_SEARCH + (sought.rest === null ? 0 : TEXT_TEST)), "filters");
  return index.find(sought);
}

/** The slots of all rows. */
function everySlot(ground: Ground): SlotSet {
  return slotsIn(ground, ground.space.present);
}

function slotsIn({ space }: Ground, set: PagedBitmap): SlotSet {
  const words = anyBits(space.slots);
  set.copyTo(words);
  return { kind: "bits", words };
}
