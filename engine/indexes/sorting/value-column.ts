import type { Value } from "../../values/value.ts";
import { type Column, descending, type SortKeys } from "./column.ts";
import { numberKeys } from "./number-keys.ts";
import { nullsFirst, type Ordering, type SortingKey } from "./ordering.ts";
import { textKeys } from "./text-keys.ts";

/**
 * So many texts are compared with each other sooner than made into words: these would take memory outside the heap by the
 * dozen megabytes, which has V8 collect the whole heap, a matter of seconds where there are as many documents.
 */
const TEXTS_THRESHOLD = 300_000;

/** Some values as what items are sorted by: nulls are first ascending and last descending. */
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
