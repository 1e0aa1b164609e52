import type { Value } from "../../values/value.ts";
import type { SortKeys } from "./column.ts";

/** Values as words, in the order of their numbers; null comes first. */
export function numberKeys(values: readonly Value[], numberOf: (value: Value) => number): SortKeys {
  return {
    next: (items, into) => {
      for (let at = 0; at < items.length; at++) {
        const value = values[items[at] as number] ?? null;
        // Makes one zero of the two that there are.
        into[at] = value === null ? Number.NEGATIVE_INFINITY : numberOf(value) + 0;
      }
    },
    areSame: () => true,
  };
}
