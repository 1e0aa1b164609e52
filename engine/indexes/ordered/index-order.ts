import type { Cursor } from "../../structures/sorted-list/cursor.ts";
import type { Row } from "../../values/row.ts";
import type { Value } from "../../values/value.ts";
import { nullsFirst, type Ordering } from "../sorting/ordering.ts";

/** The order of an index. `K` is the type of the keys by which rows are compared. */
export interface IndexOrder<K = unknown> {
  /** Unique among the orders of the same rows. */
  readonly name: string;
  keyOf(row: Row): K;
  /** Zero for the keys of rows that differ only in their ids. */
  compare(left: K, right: K): number;
  /** The fields that the order consists of. */
  readonly by: readonly OrderedBy[];
}

/** A field that rows are ordered by, in ascending or descending order. */
interface OrderedBy {
  readonly field: IndexedField;
  readonly isDescending: boolean;
}

/** The rows between two points of an index. */
export interface Range {
  readonly from: Cursor;
  readonly to: Cursor;
}

/** How a field is read from a row, and the order of its values other than null. */
export interface IndexedField extends Ordering {
  readonly name: string;
  /** The attributes and times that `read` reads, besides the ids of the row. */
  readonly parts: readonly string[];
  /** Whether `read` returns the only part just as the row holds it, or null for undefined. */
  readonly isPart?: boolean;
  read(row: Row): Value;
}

/** Nulls first, then by value. */
export function orderBy(field: IndexedField): IndexOrder<Value> {
  const { name, read, compare } = field;
  return { name, keyOf: read, compare: nullsFirst(compare), by: [{ field, isDescending: false }] };
}
