import type { Chunks } from "./chunks.ts";
import { type Cursor, isAtOrBefore } from "./cursor.ts";
import { seek } from "./seek.ts";

/**
 * Tells which items to take. An object, because V8 inlines a method of a known class into a loop, and a closure seldom.
 */
export interface WantedItems<T> {
  has(item: T): boolean;
}

/**
 * Up to this many equal items are taken from the last one on and then reversed, before the beginning of their run is
 * searched for.
 */
const EQUAL_THRESHOLD = 32;

/**
 * Adds the wanted items between two points (null: all items) to `taken`, after the first `skipped`, until `count` have
 * been added.
 */
export function takeUp<T, K>(
  chunks: Chunks<T, K>,
  from: Cursor,
  to: Cursor,
  wanted: WantedItems<T> | null,
  skipped: number,
  count: number,
  taken: T[],
): void {
  let left = skipped;
  for (let number = from.chunk; number <= to.chunk; number++) {
    const items = chunks.at(number)?.items ?? [];
    const start = number === from.chunk ? from.index : 0;
    const stop = number === to.chunk ? to.index : items.length;
    if (left > 0) {
      const found = countWanted(items, start, stop, wanted);
      if (found <= left) {
        left -= found;
        continue;
      }
    }
    for (let index = start; index < stop; index++) {
      if (taken.length >= count) return;
      const item = items[index] as T;
      if (wanted !== null && !wanted.has(item)) continue;
      if (left > 0) left--;
      else taken.push(item);
    }
  }
}

function countWanted<T>(items: readonly T[], start: number, stop: number, wanted: WantedItems<T> | null): number {
  if (wanted === null) return stop - start;
  let count = 0;
  for (let index = start; index < stop; index++) if (wanted.has(items[index] as T)) count++;
  return count;
}

/**
 * Like `takeUp` from the last item down, but items with equal keys stay in their order. It may add a few items more
 * than `count`.
 */
export function takeDown<T, K>(
  chunks: Chunks<T, K>,
  from: Cursor,
  to: Cursor,
  wanted: WantedItems<T> | null,
  count: number,
  taken: T[],
  compare: (left: K, right: K) => number,
): void {
  for (let end = to; ; ) {
    const run = takeRuns(chunks, from, end, wanted, count, taken, compare);
    if (run === null) return;
    const start = seek(chunks, (key) => compare(key, run.key) < 0);
    const isFirst = isAtOrBefore(chunks, start, from);
    takeUp(chunks, isFirst ? from : start, run.end, wanted, 0, count, taken);
    if (isFirst || taken.length >= count) return;
    end = start;
  }
}

/**
 * Like `takeDown`, up to a long run of equal keys. It adds none of that run, and returns its key and the point after
 * it.
 */
function takeRuns<T, K>(
  chunks: Chunks<T, K>,
  from: Cursor,
  to: Cursor,
  wanted: WantedItems<T> | null,
  count: number,
  taken: T[],
  compare: (left: K, right: K) => number,
): { readonly key: K; readonly end: Cursor } | null {
  let first = taken.length;
  // The end of the present run: two numbers, since most runs have one item, and their ends are not asked for.
  let { chunk: endChunk, index: endIndex } = to;
  let last: K | undefined;
  for (let chunk = Math.min(to.chunk, chunks.length - 1); chunk >= from.chunk; chunk--) {
    const { items, keys } = chunks.at(chunk) ?? EMPTY;
    const start = chunk === from.chunk ? from.index : 0;
    for (let index = (chunk === to.chunk ? to.index : items.length) - 1; index >= start; index--) {
      const item = items[index] as T;
      if (wanted !== null && !wanted.has(item)) continue;
      const key = keys[index] as K;
      if (taken.length === first || (key !== last && compare(key, last as K) !== 0)) {
        turnRound(taken, first);
        first = taken.length;
        if (first >= count) return null;
        endChunk = chunk;
        endIndex = index + 1;
        last = key;
      } else if (taken.length - first === EQUAL_THRESHOLD) {
        taken.length = first;
        return { key, end: { chunk: endChunk, index: endIndex } };
      }
      taken.push(item);
    }
  }
  turnRound(taken, first);
  return null;
}

const EMPTY = { items: [], keys: [] };

/** Reverses the end of a list, from an index on. */
function turnRound(list: unknown[], from: number): void {
  for (let low = from, high = list.length - 1; low < high; low++, high--) {
    const item = list[low];
    list[low] = list[high];
    list[high] = item;
  }
}
