import { BLOCK, blocksOf, LONG_BLOCK, type Steps } from "../building/steps.ts";
import type { Column } from "./column.ts";
import { mergeSort } from "./merge-sort.ts";
import { radixSort } from "./radix-sort.ts";
import { giveBack, takeIdentity, takeInts, takeNumbers } from "./sort-memory.ts";

/** Up to this many items, a comparison sort is faster than a radix sort. */
const COMPARISON_THRESHOLD = 1_024;

/** Items in sorted order. */
export interface Sorted {
  /** The numbers of the items. */
  readonly items: Int32Array;
  /** For each place, the first place of an equal item. */
  readonly ranks: Int32Array;
}

type AreEqual = (one: number, other: number) => boolean;

/** A stable multi-key sort: orders the items from 0 up to `count` by each column in turn, with radix sorts. */
export function* multiKeySort(count: number, columns: readonly Column[]): Steps<Sorted> {
  const items = yield* takeIdentity(count);
  const sorted: Sorted = { items, ranks: takeInts(count).fill(0) };
  for (const column of columns) {
    const all = yield* takeIdentity(count);
    let open = yield* openPlaces(sorted, all, () => false);
    giveBack(all);
    while (open.length > 0) {
      const next = yield* refine(sorted, open, column);
      giveBack(open);
      open = next;
    }
    giveBack(open);
  }
  return sorted;
}

/**
 * Sorts the items at some places, each run of equal items separately; returns the places of runs whose items may still
 * differ in their next keys.
 */
function* refine(sorted: Sorted, places: Int32Array, { compare, keys }: Column): Steps<Int32Array> {
  const items = yield* pick(sorted.items, places);
  const runs = yield* pick(sorted.ranks, places);
  if (keys === null || places.length < COMPARISON_THRESHOLD) {
    const areEqual: AreEqual = (one, other) => compare(items[one] as number, items[other] as number) === 0;
    const order = yield* mergeSort(
      items.length,
      (one, other) =>
        (runs[one] as number) - (runs[other] as number) || compare(items[one] as number, items[other] as number),
    );
    yield* putBack(sorted, places, order, items, runs, areEqual);
    giveBack(order, items, runs);
    return NONE;
  }
  const own = takeNumbers(items.length);
  yield* keys.next(items, own);
  const order = yield* radixSort(own, runs);
  yield* putBack(sorted, places, order, items, runs, (one, other) => own[one] === own[other]);
  giveBack(own, order, items, runs);
  return yield* openPlaces(sorted, places, keys.areSame);
}

/** Stores the sorted items, and splits runs at items that are not equal. */
function* putBack(
  { items, ranks }: Sorted,
  places: Int32Array,
  order: Int32Array,
  moved: Int32Array,
  runs: Int32Array,
  areEqual: AreEqual,
): Steps<void> {
  let rank = 0;
  const put = (from: number, until: number): void => {
    for (let at = from; at < until; at++) {
      const place = places[at] as number;
      const item = order[at] as number;
      items[place] = moved[item] as number;
      if (at === 0 || runs[at] !== runs[at - 1] || !areEqual(order[at - 1] as number, item)) rank = place;
      ranks[place] = rank;
    }
  };
  for (const [from, until] of blocksOf(places.length)) {
    put(from, until);
    yield;
  }
}

/** The places of runs with equal ranks whose items are not the same. */
function* openPlaces({ items, ranks }: Sorted, places: Int32Array, areSame: AreEqual): Steps<Int32Array> {
  const open = takeInts(places.length);
  let count = 0;
  const look = (from: number, until: number): number => {
    let start = from;
    while (start < until) {
      const first = places[start] as number;
      let isOpen = false;
      let end = start + 1;
      for (; end < places.length && ranks[places[end] as number] === first; end++) {
        isOpen ||= !areSame(items[first] as number, items[places[end] as number] as number);
      }
      if (isOpen) for (let at = start; at < end; at++) open[count++] = places[at] as number;
      start = end;
    }
    return start;
  };
  for (let start = 0; start < places.length; ) {
    start = look(start, Math.min(places.length, start + BLOCK));
    yield;
  }
  return open.subarray(0, count);
}

const NONE = new Int32Array(0);

function* pick(numbers: Int32Array, places: Int32Array): Steps<Int32Array> {
  const picked = takeInts(places.length);
  for (const [from, until] of blocksOf(places.length, LONG_BLOCK)) {
    for (let at = from; at < until; at++) picked[at] = numbers[places[at] as number] as number;
    yield;
  }
  return picked;
}
