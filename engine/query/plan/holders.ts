import { FieldRanges } from "../../indexes/ordered/field-ranges.ts";
import type { SlotSet } from "../../indexes/slot-set.ts";
import type { RowSource } from "../row-source.ts";
import { type ComponentPath, fieldOf, reachOf, valuesOf } from "./row-fields.ts";

/** Finds rows by the components that they hold at the end of a path. */
export interface Holders {
  readonly path: ComponentPath;
  /** The slots of the rows that hold the component with an id. */
  slotsWith(id: number): SlotSet;
}

/** Null where there are too few rows for an index of them to be of use. */
export function holdersOf(source: RowSource, path: ComponentPath): Holders | null {
  const { indexes, size } = source.space;
  const id = fieldOf(source, path, "id");
  if (reachOf(source, path) === "many") {
    const index = indexes.manyValued(valuesOf(source, path, "id"), size);
    if (index === null) return null;
    const ranges = new FieldRanges(index, id);
    return { path, slotsWith: (number) => index.slotsIn([ranges.equal(number)]) };
  }
  const index = indexes.ordered(id.order, size);
  if (index === null) return null;
  const ranges = new FieldRanges(index, id);
  return { path, slotsWith: (number) => index.sets.of([ranges.equal(number)]) };
}
