import type { Owner } from "./owner.ts";

/** A run of items in order, with what each is sought by. */
export interface Chunk<T, K> {
  readonly owner: Owner;
  readonly items: T[];
  /** The key of each item, in the same order; null until someone seeks here. */
  keys: K[] | null;
}

/** What the items of a list are in the order of. */
export interface ListOrder<T, K> {
  /** What an item is sought by. Kept with the item, as long as that is in the list it must stay the same. */
  keyOf(item: T): K;
  compare(left: K, right: K): number;
  /** The order of two items with equal keys. */
  compareEqual(left: T, right: T): number;
}

/** The order of items that are sought by themselves. */
export function orderBy<T>(compare: (left: T, right: T) => number): ListOrder<T, T> {
  return { keyOf: (item) => item, compare, compareEqual: () => 0 };
}
