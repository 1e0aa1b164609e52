import type { Wanted } from "../../structures/sorted-list/take.ts";
import type { Selection } from "../plan/selection.ts";

/** Tests whether slots are selected, with little more than an array read. */
export type SlotFilter = Wanted<number>;

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
    case "some": {
      const tests = selection.parts.flatMap((part) => slotFilter(part, rows) ?? []);
      if (tests.length < selection.parts.length) return null;
      const [first, ...others] = tests;
      if (first === undefined) return selection.kind === "every" ? EVERY_SLOT : NO_SLOT;
      return others.reduce(selection.kind === "every" ? both : either, first);
    }
    case "named":
    case "values":
    case "links":
      return null;
  }
}

const EVERY_SLOT: SlotFilter = { has: () => true };

const NO_SLOT: SlotFilter = { has: () => false };

function both(one: SlotFilter, other: SlotFilter): SlotFilter {
  return { has: (slot) => one.has(slot) && other.has(slot) };
}

function either(one: SlotFilter, other: SlotFilter): SlotFilter {
  return { has: (slot) => one.has(slot) || other.has(slot) };
}
