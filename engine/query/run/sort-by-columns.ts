import { listOf, type SlotSet } from "../../indexes/slot-set.ts";
import { nullsFirst } from "../../indexes/sorting/ordering.ts";
import type { Value } from "../../values/value.ts";
import { spendOnSorting } from "../match/sort.ts";
import { topK } from "../match/top-k.ts";
import type { ColumnScan } from "../plan/ordered-scan.ts";
import type { SortKey } from "../query.ts";
import type { RowSource } from "../row-source.ts";

/** The first slots of a set in an order whose index is being built, by the columns of its keys. */
export function sortByColumns(
  source: RowSource,
  set: SlotSet,
  keys: readonly SortKey[],
  { order, columns, descending }: ColumnScan,
  stop: number,
): readonly number[] {
  const slots = listOf(set);
  spendOnSorting(source.context.view, keys, slots.length, stop);
  const { values } = columns;
  const parts = order.by.map(({ field, isDescending }, at) => ({
    values: values[values.length - order.by.length + at] ?? [],
    compare: nullsFirst(field.compare),
    sign: isDescending === descending ? 1 : -1,
  }));
  const compare = (left: number, right: number): number => {
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at] as (typeof parts)[number];
      const result = part.compare((part.values[left] ?? null) as Value, (part.values[right] ?? null) as Value);
      if (result !== 0) return part.sign * result;
    }
    return left - right;
  };
  return topK(slots, compare, stop);
}
