import type { Value } from "../../values/value.ts";

/** A number or a text for each value: values are in the order of numbers, of texts by their code points. */
export type SortingKey =
  | { readonly kind: "number"; of(value: Value): number }
  | { readonly kind: "text"; of(value: Value): string };

/** The order of values that are not null. */
export interface Ordering {
  compare(left: Value, right: Value): number;
  /** Says the same as `compare`; null where nothing else does. */
  readonly key: SortingKey | null;
}

/** The order with nulls of values that have one. */
export function nullsFirst(compare: Ordering["compare"]): Ordering["compare"] {
  return (left, right) => {
    if (left === null || right === null) return left === right ? 0 : left === null ? -1 : 1;
    return compare(left, right);
  };
}
