import { FieldRanges } from "../../indexes/ordered/field-ranges.ts";
import type { SlotSet } from "../../indexes/slot-set.ts";
import type { Ground } from "../row-source.ts";
import { type ComponentPath, fieldOf, reachOf, valuesOf } from "./row-fields.ts";

/** Finds rows by the components that they hold at the end of a path. */
export interface Holders {
  readonly path: ComponentPath;
  /** The slots of the rows that hold the component with an id. */
  slotsWith(id: number): SlotSet;
}

/** Null where there are too few rows for an index of them to be of use. */
export function holdersOf(ground: Ground, path: ComponentPath): Holders | null {
  const { indexes, size } = ground.space;
  const id = fieldOf(ground, path, "id");
  if (reachOf(ground, path) === "many") {
    const index = indexes.manyValued(valuesOf(ground, path, "id"), size);
    if (index === null) return null;
    const ranges = new FieldRanges(index, id);
    return { path, slotsWith: (number) => index.slotsIn([ranges.equal(number)]) };
  }
  const index = indexes.ordered(id.order, size);
  if (index === null) return null;
  const ranges = new FieldRanges(index, id);
  return { path, slotsWith: (number) => index.sets.of([ranges.equal(number)]) };
}
