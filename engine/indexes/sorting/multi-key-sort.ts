import type { Column } from "./column.ts";
import { radixSort } from "./radix-sort.ts";

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
export function multiKeySort(count: number, columns: readonly Column[]): Sorted {
  const sorted: Sorted = { items: identity(count), ranks: new Int32Array(count) };
  for (const column of columns) {
    let open = openPlaces(sorted, identity(count), () => false);
    while (open.length > 0) open = refine(sorted, open, column);
  }
  return sorted;
}

/**
 * Sorts the items at some places, each run of equal items separately; returns the places of runs whose items may still
 * differ in their next keys.
 */
function refine(sorted: Sorted, places: Int32Array, { compare, keys }: Column): Int32Array {
  const items = pick(sorted.items, places);
  const runs = pick(sorted.ranks, places);
  if (keys === null || places.length < COMPARISON_THRESHOLD) {
    const areEqual: AreEqual = (one, other) => compare(items[one] as number, items[other] as number) === 0;
    putBack(sorted, places, sortByComparing(items, runs, compare), items, runs, areEqual);
    return NONE;
  }
  const own = new Float64Array(items.length);
  keys.next(items, own);
  putBack(sorted, places, radixSort(own, runs), items, runs, (one, other) => own[one] === own[other]);
  return openPlaces(sorted, places, keys.areSame);
}

function sortByComparing(items: Int32Array, runs: Int32Array, compare: Column["compare"]): Int32Array {
  return identity(items.length).sort(
    (one, other) =>
      (runs[one] as number) - (runs[other] as number) ||
      compare(items[one] as number, items[other] as number) ||
      one - other,
  );
}

/** Stores the sorted items, and splits runs at items that are not equal. */
function putBack(
  { items, ranks }: Sorted,
  places: Int32Array,
  order: Int32Array,
  moved: Int32Array,
  runs: Int32Array,
  areEqual: AreEqual,
): void {
  let rank = 0;
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    const from = order[at] as number;
    items[place] = moved[from] as number;
    if (at === 0 || runs[at] !== runs[at - 1] || !areEqual(order[at - 1] as number, from)) rank = place;
    ranks[place] = rank;
  }
}

/** The places of those runs of equal items that are not entirely equal. */
function openPlaces({ items, ranks }: Sorted, places: Int32Array, areSame: AreEqual): Int32Array {
  const open = new Int32Array(places.length);
  let count = 0;
  for (let start = 0, end = 0; start < places.length; start = end) {
    const first = places[start] as number;
    let isOpen = false;
    for (end = start + 1; end < places.length && ranks[places[end] as number] === first; end++) {
      isOpen ||= !areSame(items[first] as number, items[places[end] as number] as number);
    }
    if (isOpen) for (let at = start; at < end; at++) open[count++] = places[at] as number;
  }
  return open.subarray(0, count);
}

const NONE = new Int32Array(0);

function identity(count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let at = 0; at < count; at++) numbers[at] = at;
  return numbers;
}

function pick(numbers: Int32Array, places: Int32Array): Int32Array {
  const picked = new Int32Array(places.length);
  for (let at = 0; at < places.length; at++) picked[at] = numbers[places[at] as number] as number;
  return picked;
}
