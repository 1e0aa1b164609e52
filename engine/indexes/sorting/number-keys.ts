import type { Value } from "../../values/value.ts";
import type { SortKeys } from "./column.ts";

/** Sort keys of values that are ordered as numbers; null comes first. */
export function numberKeys(values: readonly Value[], numberOf: (value: Value) => number): SortKeys {
  return {
    next: (items, into) => {
      for (let at = 0; at < items.length; at++) {
        const value = values[items[at] as number] ?? null;
        // Turns negative zero into zero.
        into[at] = value === null ? Number.NEGATIVE_INFINITY : numberOf(value) + 0;
      }
    },
    areSame: () => true,
  };
}
