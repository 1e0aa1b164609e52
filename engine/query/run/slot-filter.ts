import type { WantedItems } from "../../structures/sorted-list/take.ts";
import type { Selection } from "../plan/selection.ts";

/** Tests whether slots are selected, with little more than an array read. */
export type SlotFilter = WantedItems<number>;

/**
 * A test whether a selection contains a slot that reads no rows, only data stored by slot. Null if the set of all
 * selected rows has to be built. `rows`: roughly how many slots will be tested.
 */
export function slotFilter(selection: Selection, rows: number): SlotFilter | null {
  switch (selection.kind) {
    case "all":
      return EVERY_SLOT;
    case "ranges":
      return selection.index.slotsIn(selection.ranges, rows);
    case "set":
      return selection.set;
    case "text":
      return selection.known;
    case "except": {
      const out = slotFilter(selection.part, rows);
      return out && { has: (slot) => !out.has(slot) };
    }
    case "every":
      return combined(selection.parts, rows, both, EVERY_SLOT);
    case "some":
      return combined(selection.parts, rows, either, NO_SLOT);
    case "named":
    case "values":
    case "links":
      return null;
  }
}

/** Null if one of the parts cannot be tested; `none`: the test if there are no parts. */
function combined(
  parts: readonly Selection[],
  rows: number,
  combine: (one: SlotFilter, other: SlotFilter) => SlotFilter,
  none: SlotFilter,
): SlotFilter | null {
  let all: SlotFilter | null = null;
  for (const part of parts) {
    const own = slotFilter(part, rows);
    if (own === null) return null;
    all = all === null ? own : combine(all, own);
  }
  return all ?? none;
}

const EVERY_SLOT: SlotFilter = { has: () => true };

const NO_SLOT: SlotFilter = { has: () => false };

function both(one: SlotFilter, other: SlotFilter): SlotFilter {
  return { has: (slot) => one.has(slot) && other.has(slot) };
}

function either(one: SlotFilter, other: SlotFilter): SlotFilter {
  return { has: (slot) => one.has(slot) || other.has(slot) };
}
