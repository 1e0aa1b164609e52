import type { Value } from "../../values/value.ts";
import { blocksOf } from "../building/steps.ts";
import type { SortKeys } from "./column.ts";

/** Sort keys of values that are ordered as numbers; null comes first. */
export function numberKeys(values: readonly Value[], numberOf: (value: Value) => number): SortKeys {
  const putKeys = (from: number, until: number, items: Int32Array, into: Float64Array): void => {
    for (let at = from; at < until; at++) {
      const value = values[items[at] as number] ?? null;
      // Turns negative zero into zero.
      into[at] = value === null ? Number.NEGATIVE_INFINITY : numberOf(value) + 0;
    }
  };
  return {
    *next(items, into) {
      for (const [from, until] of blocksOf(items.length)) {
        putKeys(from, until, items, into);
        yield;
      }
    },
    areSame: () => true,
  };
}
