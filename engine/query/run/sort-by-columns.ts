import { NO_VALUES } from "../../indexes/building/column-values.ts";
import { bitsOf, countSlots, firstSlots, type SlotSet } from "../../indexes/slot-set.ts";
import { nullsFirst } from "../../indexes/sorting/ordering.ts";
import type { Value } from "../../values/value.ts";
import { spendOnSorting } from "../match/sort.ts";
import type { ColumnScan } from "../plan/ordered-scan.ts";
import type { SortKey } from "../query.ts";
import type { RowSource } from "../row-source.ts";

/** The rows up to the end of a page that are found in slices: of more, each step would take long. */
const MOST_IN_SLICES = 10_000;

/** The first slots of a set in an order whose index is being built, by the columns of its keys. */
export function sortByColumns(
  source: RowSource,
  set: SlotSet,
  keys: readonly SortKey[],
  { order, columns, descending }: ColumnScan,
  stop: number,
): readonly number[] {
  const { values } = columns;
  const parts = order.by.map(({ field, isDescending }, at) => ({
    values: values[values.length - order.by.length + at] ?? NO_VALUES,
    compare: nullsFirst(field.compare),
    sign: isDescending === descending ? 1 : -1,
  }));
  const compare = (left: number, right: number): number => {
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at] as (typeof parts)[number];
      const result = part.compare((part.values.get(left) ?? null) as Value, (part.values.get(right) ?? null) as Value);
      if (result !== 0) return part.sign * result;
    }
    return left - right;
  };
  const count = countSlots(set);
  const { indexDemand, shape } = source.context.view.state;
  if (indexDemand.suspendsOver(count, shape.limits.manyRows) && stop <= MOST_IN_SLICES) {
    const name = `the first ${stop} of ${count} by ${descending ? "-" : ""}${order.name}`;
    return columns.first(name, { words: bitsOf(set, source.space.slots), compare, count: stop });
  }
  spendOnSorting(source.context.view, keys, count, stop);
  return firstSlots(set, compare, stop);
}
