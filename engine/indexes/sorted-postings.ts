import { PagedBitmap } from "../structures/paged/paged-bitmap.ts";
import type { IndexUpkeep } from "./building/row-index-build.ts";
import { blocksOf, finish, type Steps } from "./building/steps.ts";
import { type OrderLabels, slotOfKey } from "./ordered/order-labels.ts";
import type { OrderedIndex } from "./ordered/ordered-index.ts";
import { lengthOf, type PostingLists, type SomeSlots } from "./posting-lists.ts";
import { radixSort } from "./sorting/radix-sort.ts";
import { giveBack, takeInts, takeNumbers } from "./sorting/sort-memory.ts";

/** Sorting this many slots costs about as much as one query saves if it finds them sorted. */
const SORTED_PER_ASK = 4_000;

/** Sorting this few slots takes no longer than answering one query without them. */
const SORTED_AT_ONCE = 32;

/**
 * Up to this many slots are sorted by comparisons, by the query for which that is worthwhile: a fraction of a millisecond.
 * More of them are sorted between requests, by a radix sort in steps.
 */
const FEW = 4_096;

/** Estimated bytes of an entry without its slots. */
const ENTRY_BYTES = 120;

/** A requested list, with its slots in order once it has been requested often enough. */
interface RequestedList {
  asks: number;
  slots: Int32Array | null;
}

/**
 * A composite index that is built list by list: the slots of a posting list in the order of an index, so that "posts of
 * a category, newest first" is a slice of an array. A list is sorted once it has been requested often enough for that
 * to be worthwhile, a long one between requests. All lists are dropped when a posting list or the order changes.
 */
export class SortedPostings {
  readonly #name: string;
  readonly #postings: PostingLists;
  readonly #index: OrderedIndex;
  readonly #descending: boolean;
  readonly #upkeep: IndexUpkeep;
  readonly #asked = new Map<number, RequestedList>();
  /** The numbers of long lists that are to be sorted, and the sorting of the first of them. */
  readonly #due = new Set<number>();
  #sorting: Steps<void> | null = null;
  #postingsAt: number;
  #indexAt: number;
  #bytes = 0;

  /** `name` is unique among the indexes of the same rows. */
  constructor(name: string, postings: PostingLists, index: OrderedIndex, descending: boolean, upkeep: IndexUpkeep) {
    this.#name = name;
    this.#postings = postings;
    this.#index = index;
    this.#descending = descending;
    this.#upkeep = upkeep;
    this.#postingsAt = postings.changes;
    this.#indexAt = index.changes;
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether it was built from these objects, and not from others with the same names. */
  isOf(postings: PostingLists, index: OrderedIndex): boolean {
    return this.#postings === postings && this.#index === index;
  }

  /**
   * The slots with a number, in order, equal ones by id; null as long as sorting them is not worthwhile, or not finished.
   * Callers must not modify them.
   */
  at(number: number): Int32Array | null {
    this.#forgetChanged();
    let asked = this.#asked.get(number);
    if (asked === undefined) {
      asked = { asks: 0, slots: null };
      this.#asked.set(number, asked);
      this.#grow(ENTRY_BYTES);
    }
    if (asked.slots !== null) return asked.slots;
    const length = this.#postings.lengthAt(number);
    const isDue = length <= SORTED_AT_ONCE || (asked.asks * SORTED_PER_ASK >= length && asked.asks > 0);
    asked.asks += 1;
    if (!isDue) return null;
    if (length <= FEW) finish(this.#sort(number));
    else this.#sortLater(number);
    return asked.slots;
  }

  #sortLater(number: number): void {
    this.#due.add(number);
    this.#upkeep.later(`lists in order of ${this.#name}`, this.#step);
  }

  /** A step of sorting the lists that are due; true once there are none. */
  readonly #step = (): boolean => {
    this.#forgetChanged();
    this.#sorting ??= this.#sortDue();
    if (this.#sorting.next().done !== true) return false;
    this.#sorting = null;
    return true;
  };

  *#sortDue(): Steps<void> {
    for (const number of this.#due) {
      yield* this.#sort(number);
      this.#due.delete(number);
    }
  }

  *#sort(number: number): Steps<void> {
    const asked = this.#asked.get(number);
    const slots = this.#postings.at(number);
    const labels = this.#index.labels(lengthOf(slots));
    if (asked === undefined || labels === null) return;
    const keys = takeNumbers(lengthOf(slots));
    if (putKeys(keys, slots, labels, this.#descending)) {
      asked.slots = yield* slotsInOrder(keys);
      this.#grow(asked.slots.byteLength);
    }
    giveBack(keys);
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    this.#upkeep.grows(bytes);
  }

  #forgetChanged(): void {
    const { changes: postingsAt } = this.#postings;
    const { changes: indexAt } = this.#index;
    if (postingsAt === this.#postingsAt && indexAt === this.#indexAt) return;
    this.#postingsAt = postingsAt;
    this.#indexAt = indexAt;
    this.#asked.clear();
    this.#due.clear();
    this.#sorting = null;
    this.#bytes = 0;
  }
}

/** The slots in these keys, in the order of the keys, which may be moved. */
function* slotsInOrder(keys: Float64Array): Steps<Int32Array> {
  const slots = new Int32Array(keys.length);
  if (keys.length <= FEW) {
    keys.sort();
    for (let at = 0; at < slots.length; at++) slots[at] = slotOfKey(keys[at] as number);
    return slots;
  }
  const oneGroup = takeInts(keys.length).fill(0);
  const order = yield* radixSort(keys, oneGroup);
  for (const [from, until] of blocksOf(slots.length)) {
    for (let at = from; at < until; at++) slots[at] = slotOfKey(keys[order[at] as number] as number);
    yield;
  }
  giveBack(oneGroup, order);
  return slots;
}

/** Writes a sort key for each slot; false as `OrderLabels.putKeys`. */
function putKeys(keys: Float64Array, slots: SomeSlots, labels: OrderLabels, descending: boolean): boolean {
  if (!(slots instanceof PagedBitmap)) return labels.putKeys(keys, slots, slots.length, descending);
  const numbers = takeInts(slots.size);
  let count = 0;
  slots.each((number) => {
    numbers[count++] = number;
  });
  const arePut = labels.putKeys(keys, numbers, count, descending);
  giveBack(numbers);
  return arePut;
}
