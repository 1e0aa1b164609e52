import type { Value } from "../../values/value.ts";

/** Converts each value to a number or a text with the same order; texts are ordered by code points. */
export type SortingKey =
  | { readonly kind: "number"; of(value: Value): number }
  | { readonly kind: "text"; of(value: Value): string };

/** The order of values other than null. */
export interface Ordering {
  compare(left: Value, right: Value): number;
  /** An equivalent sorting key; null if there is none. */
  readonly key: SortingKey | null;
}

/** Extends the order to null, which comes first. */
export function nullsFirst(compare: Ordering["compare"]): Ordering["compare"] {
  return (left, right) => {
    if (left === null || right === null) return left === right ? 0 : left === null ? -1 : 1;
    return compare(left, right);
  };
}
