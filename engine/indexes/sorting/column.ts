import { blocksOf, LONG_BLOCK, type Steps } from "../building/steps.ts";

/** A sort criterion for items that are numbered from 0. */
export interface Column {
  /** Below zero if the first item comes before the second, zero if they are equal. */
  compare(one: number, other: number): number;
  /** Sort keys that order many items faster than comparisons do; null if there are none. */
  readonly keys: SortKeys | null;
}

/** Sort keys for the radix sort, one number at a time. */
export interface SortKeys {
  /**
   * Writes the next sort key of each item to a list; a key is never NaN. The first call returns keys for the beginning
   * of the values, later calls compare the rest.
   */
  next(items: Int32Array, into: Float64Array): Steps<void>;
  /** Whether two items with equal keys so far are equal as a whole. */
  areSame(one: number, other: number): boolean;
}

/** The column in reverse order. */
export function descending({ compare, keys }: Column): Column {
  return { compare: (one, other) => compare(other, one), keys: keys && descendingKeys(keys) };
}

function descendingKeys({ next, areSame }: SortKeys): SortKeys {
  return {
    areSame,
    *next(items, into) {
      yield* next(items, into);
      for (const [from, until] of blocksOf(into.length, LONG_BLOCK)) {
        // Zero must stay positive: negative zero has different bits.
        for (let at = from; at < until; at++) into[at] = 0 - (into[at] as number);
        yield;
      }
    },
  };
}
