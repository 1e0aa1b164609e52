import type { Value } from "../../values/value.ts";
import { type Column, descending, type SortKeys } from "./column.ts";
import { numberKeys } from "./number-keys.ts";
import { nullsFirst, type Ordering, type SortingKey } from "./ordering.ts";
import { textKeys } from "./text-keys.ts";

/**
 * This many texts are compared instead of converted to sort keys. The keys would take dozens of megabytes outside of
 * the heap, which makes V8 collect the whole heap, and that takes seconds with this many documents.
 */
const TEXTS_THRESHOLD = 300_000;

/** A sort criterion of values: nulls are first in ascending and last in descending order. */
export function valueColumn(values: readonly Value[], { compare, key }: Ordering, isDescending: boolean): Column {
  const withNulls = nullsFirst(compare);
  const column: Column = {
    compare: (one, other) => withNulls(values[one] ?? null, values[other] ?? null),
    keys: key && keysOf(values, key),
  };
  return isDescending ? descending(column) : column;
}

function keysOf(values: readonly Value[], key: SortingKey): SortKeys | null {
  if (key.kind === "number") return numberKeys(values, key.of);
  return values.length < TEXTS_THRESHOLD ? textKeys(values, key.of) : null;
}
