import type { Owner } from "../paged/owner.ts";

/** A run of sorted items with their search keys. */
export interface Chunk<T, K> {
  readonly owner: Owner;
  readonly items: T[];
  /** The key of each item, in the same order. It is the same array as `items` if items are their own keys. */
  readonly keys: K[];
}

/** The order of a list's items. */
export interface ListOrder<T, K> {
  compare(left: K, right: K): number;
  /** The order of two items with equal keys. */
  compareEqual(left: T, right: T): number;
  /** Whether items are their own keys. */
  readonly ownKeys: boolean;
}

/** The order of items that are their own keys. */
export function orderBy<T>(compare: (left: T, right: T) => number): ListOrder<T, T> {
  return { compare, compareEqual: () => 0, ownKeys: true };
}

/** A chunk of these items; `keys`: null if items are their own keys. */
export function chunkOf<T, K>(owner: Owner, items: T[], keys: K[] | null): Chunk<T, K> {
  // Items without separate keys have the key type.
  return { owner, items, keys: keys ?? (items as unknown[] as K[]) };
}

/** Index of the first item in a chunk that does not sort before this one. */
export function indexIn<T, K>({ items, keys }: Chunk<T, K>, order: ListOrder<T, K>, item: T, key: K): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((order.compare(keys[middle] as K, key) || order.compareEqual(items[middle] as T, item)) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function insertAt<T, K>({ items, keys }: Chunk<T, K>, index: number, item: T, key: K): void {
  items.splice(index, 0, item);
  if (!isItsOwnKeys(items, keys)) keys.splice(index, 0, key);
}

export function removeAt<T, K>({ items, keys }: Chunk<T, K>, index: number): void {
  items.splice(index, 1);
  if (!isItsOwnKeys(items, keys)) keys.splice(index, 1);
}

/** Cuts off the items from an index on, as a new chunk. */
export function cutOff<T, K>({ owner, items, keys }: Chunk<T, K>, index: number): Chunk<T, K> {
  return chunkOf(owner, items.splice(index), isItsOwnKeys(items, keys) ? null : keys.splice(index));
}

/** The same chunk for another owner. */
export function copyOf<T, K>(owner: Owner, { items, keys }: Chunk<T, K>): Chunk<T, K> {
  return chunkOf(owner, items.slice(), isItsOwnKeys(items, keys) ? null : keys.slice());
}

function isItsOwnKeys(items: readonly unknown[], keys: readonly unknown[]): boolean {
  return items === keys;
}
