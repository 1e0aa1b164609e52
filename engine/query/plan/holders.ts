import { FieldRanges } from "../../indexes/ordered/field-ranges.ts";
import type { SlotSet } from "../../indexes/slot-set.ts";
import type { RowSource } from "../row-source.ts";
import { manyValuedIndexOf, orderedIndexOf } from "./indexes-of.ts";
import { type ComponentPath, fieldOf, reachOf, valuesOf } from "./row-fields.ts";

/** Finds rows by the components at the end of a path. */
export interface Holders {
  readonly path: ComponentPath;
  /** The slots of the rows that contain the component with an id. */
  slotsWith(id: number): SlotSet;
}

/** Null if there are too few rows for an index to be useful, or while it is being built. */
export function holdersOf(source: RowSource, path: ComponentPath): Holders | null {
  const id = fieldOf(source, path, "id");
  if (reachOf(source, path) === "many") {
    const index = manyValuedIndexOf(source, valuesOf(source, path, "id"));
    if (index === null) return null;
    const ranges = new FieldRanges(index, id);
    return { path, slotsWith: (number) => index.slotsIn([ranges.equal(number)]) };
  }
  const index = orderedIndexOf(source, id.order);
  if (index === null) return null;
  const ranges = new FieldRanges(index, id);
  return { path, slotsWith: (number) => index.sets.of([ranges.equal(number)]) };
}
