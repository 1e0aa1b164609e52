import type { PagedArray } from "../../structures/paged/paged-array.ts";
import type { Row } from "../../values/row.ts";
import type { Value } from "../../values/value.ts";
import { multiKeySort, type Sorted } from "../sorting/multi-key-sort.ts";
import { valueColumn } from "../sorting/value-column.ts";
import type { IndexOrder } from "./index-order.ts";

/** Rows in an order, as parallel lists of their slots and keys; `ranks` as in `Sorted`. */
interface SortedRows extends Pick<Sorted, "ranks"> {
  readonly slots: readonly number[];
  readonly keys: readonly unknown[];
}

/** All rows in an order, equal ones by slot. */
export function sortedRows({ by, keyOf }: IndexOrder, rows: PagedArray<Row>): SortedRows {
  const slots: number[] = [];
  const keys: unknown[] = [];
  const values = by.map((): Value[] => []);
  // Rows are scattered in memory, but near each other in slot order: every value is read in this single pass.
  rows.each(0, (row, slot) => {
    slots.push(slot);
    keys.push(keyOf(row));
    for (let at = 0; at < by.length; at++) values[at]?.push(by[at]?.field.read(row) ?? null);
    return true;
  });
  const columns = by.map(({ field, isDescending }, at) => valueColumn(values[at] ?? [], field, isDescending));
  const { items, ranks } = multiKeySort(slots.length, columns);
  return { slots: pick(slots, items), keys: pick(keys, items), ranks };
}

function pick<T>(all: readonly T[], items: Int32Array): T[] {
  const picked = new Array<T>(items.length);
  for (let at = 0; at < items.length; at++) picked[at] = all[items[at] as number] as T;
  return picked;
}
