import type { ManyValuedIndex, RowValues } from "../../indexes/many-valued-index.ts";
import type { IndexOrder } from "../../indexes/ordered/index-order.ts";
import type { OrderedIndex } from "../../indexes/ordered/ordered-index.ts";
import type { RowSource } from "../row-source.ts";

/** The index of rows in an order; null if there are few, or while it is being built. */
export function orderedIndexOf({ space, context }: RowSource, order: IndexOrder): OrderedIndex | null {
  return space.indexes.ordered(order, space.size, context.view.demand);
}

/** The index of rows by values that may be several in a row; null like `orderedIndexOf`. */
export function manyValuedIndexOf({ space, context }: RowSource, values: RowValues): ManyValuedIndex | null {
  return space.indexes.manyValued(values, space.size, context.view.demand);
}
