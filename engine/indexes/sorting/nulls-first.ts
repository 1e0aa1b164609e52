import type { Ordering } from "./value-column.ts";

/** The order with nulls of values that have one. */
export function nullsFirst(compare: Ordering["compare"]): Ordering["compare"] {
  return (left, right) => {
    if (left === null || right === null) return left === right ? 0 : left === null ? -1 : 1;
    return compare(left, right);
  };
}
