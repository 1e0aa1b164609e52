import type { Cursor } from "../../structures/sorted-list/cursor.ts";
import type { Row } from "../../values/row.ts";
import type { Value } from "../../values/value.ts";
import { nullsFirst, type Ordering } from "../sorting/ordering.ts";

/** What an index is in the order of. `K`: what rows are compared by. */
export interface IndexOrder<K = unknown> {
  /** Unlike that of every other order of the same rows. */
  readonly name: string;
  keyOf(row: Row): K;
  /** Zero for keys of rows that differ in their ids only. */
  compare(left: K, right: K): number;
  /** What the rows are in the order of, by one after the other. */
  readonly by: readonly OrderedBy[];
}

/** A field that rows are in the order of, or in the very opposite. */
interface OrderedBy {
  readonly field: IndexedField;
  readonly isDescending: boolean;
}

/** The rows between two points of an index. */
export interface Range {
  readonly from: Cursor;
  readonly to: Cursor;
}

/** How the values of a field are read from a row, and their order without nulls. */
export interface IndexedField extends Ordering {
  readonly name: string;
  read(row: Row): Value;
}

/** Nulls first, then by value. */
export function orderBy(field: IndexedField): IndexOrder<Value> {
  const { name, read, compare } = field;
  return { name, keyOf: read, compare: nullsFirst(compare), by: [{ field, isDescending: false }] };
}
