import type { Value } from "../../values/value.ts";
import { type ColumnValues, NO_VALUES } from "../building/column-values.ts";
import type { ColumnReader } from "../building/row-columns.ts";
import { blocksOf, type Steps } from "../building/steps.ts";
import type { Column } from "../sorting/column.ts";
import { multiKeySort, type Sorted } from "../sorting/multi-key-sort.ts";
import { giveBack } from "../sorting/sort-memory.ts";
import { valueColumn } from "../sorting/value-column.ts";
import type { IndexOrder } from "./index-order.ts";

/** Rows in an order, as parallel lists of their slots and keys; `ranks` as in `Sorted`. */
interface SortedRows extends Pick<Sorted, "ranks"> {
  readonly slots: readonly number[];
  readonly keys: readonly unknown[];
}

/** The values read from each row to sort it: its keys, and each field whose values are not the keys themselves. */
export function readersOf({ name, keyOf, by }: IndexOrder): readonly ColumnReader[] {
  const fields = by.map(({ field }) => field);
  return by.length === 1 ? fields : [{ name: `keys of ${name}`, parts: null, read: keyOf }, ...fields];
}

/** All rows in an order, equal ones by slot, by the columns of its readers. */
export function* sortedRows({ by }: IndexOrder, columns: readonly ColumnValues[]): Steps<SortedRows> {
  const [keys = NO_VALUES] = columns;
  const slots = yield* slotsIn(keys);
  const fields: Column[] = [];
  for (const [at, { field, isDescending }] of by.entries()) {
    const values = yield* valuesIn(columns[columns.length - by.length + at] ?? NO_VALUES, slots);
    fields.push(valueColumn(values as Value[], field, isDescending));
  }
  const { items, ranks } = yield* multiKeySort(slots.length, fields);
  const inOrder = yield* mapped(items, (item) => slots[item] as number);
  giveBack(items);
  return { slots: inOrder, keys: yield* valuesIn(keys, inOrder), ranks };
}

/** The slots with a row. */
function* slotsIn(values: ColumnValues): Steps<readonly number[]> {
  const slots: number[] = [];
  for (const [from, until] of blocksOf(values.length)) {
    for (let slot = from; slot < until; slot++) if (values.get(slot) !== undefined) slots.push(slot);
    yield;
  }
  return slots;
}

function* valuesIn(column: ColumnValues, slots: readonly number[]): Steps<unknown[]> {
  return yield* mapped(slots, (slot) => column.get(slot));
}

function* mapped<T>(numbers: ArrayLike<number>, map: (number: number) => T): Steps<T[]> {
  const made = new Array<T>(numbers.length);
  yield;
  for (const [from, until] of blocksOf(numbers.length)) {
    for (let at = from; at < until; at++) made[at] = map(numbers[at] as number);
    yield;
  }
  return made;
}
