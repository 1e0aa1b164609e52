import { PagedBitmap } from "../structures/paged/paged-bitmap.ts";
import { slotOfKey } from "./ordered/order-labels.ts";
import type { OrderedIndex } from "./ordered/ordered-index.ts";
import type { PostingLists, SomeSlots } from "./posting-lists.ts";

/** Sorting this many slots costs about as much as one query saves if it finds them sorted. */
const SORTED_PER_ASK = 2_000;

/** Sorting this few slots takes no longer than answering one query without them. */
const SORTED_AT_ONCE = 32;

/** Estimated bytes of an entry without its slots. */
const ENTRY_BYTES = 120;

/** A requested list, with its slots in order once it has been requested often enough. */
interface Asked {
  asks: number;
  slots: Int32Array | null;
}

/**
 * A composite index that is built list by list: the slots of a posting list in the order of an index, so that "posts of
 * a category, newest first" is a slice of an array. A list is sorted once it has been requested often enough for that
 * to be worthwhile. All lists are dropped when a posting list or the order changes.
 */
export class SortedPostings {
  readonly #postings: PostingLists;
  readonly #index: OrderedIndex;
  readonly #descending: boolean;
  readonly #grows: () => void;
  readonly #asked = new Map<number, Asked>();
  #postingsAt: number;
  #indexAt: number;
  #bytes = 0;

  /** `grows` is called when it takes more memory than before. */
  constructor(postings: PostingLists, index: OrderedIndex, descending: boolean, grows: () => void) {
    this.#postings = postings;
    this.#index = index;
    this.#descending = descending;
    this.#grows = grows;
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
   * The slots with a number, in order, equal ones by id; null as long as sorting them is not worthwhile. Callers must
   * not modify them.
   */
  at(number: number): Int32Array | null {
    this.#forgetChanged();
    let asked = this.#asked.get(number);
    if (asked === undefined) {
      asked = { asks: 0, slots: null };
      this.#asked.set(number, asked);
      this.#bytes += ENTRY_BYTES;
    }
    if (asked.slots !== null) return asked.slots;
    const slots = this.#postings.at(number);
    const length = lengthOf(slots);
    const isDue = length <= SORTED_AT_ONCE || (asked.asks * SORTED_PER_ASK >= length && asked.asks > 0);
    asked.asks += 1;
    if (!isDue) return null;
    asked.slots = this.#sorted(slots);
    this.#bytes += asked.slots?.byteLength ?? 0;
    this.#grows();
    return asked.slots;
  }

  #sorted(slots: SomeSlots): Int32Array | null {
    const list = slots instanceof PagedBitmap ? numbersIn(slots) : slots;
    const keys = new Float64Array(list.length);
    const isKeyed = this.#index.labels(list.length)?.putKeys(keys, list, list.length, this.#descending) ?? false;
    return isKeyed ? Int32Array.from(keys.sort(), slotOfKey) : null;
  }

  #forgetChanged(): void {
    const { changes: postingsAt } = this.#postings;
    const { changes: indexAt } = this.#index;
    if (postingsAt === this.#postingsAt && indexAt === this.#indexAt) return;
    this.#postingsAt = postingsAt;
    this.#indexAt = indexAt;
    this.#asked.clear();
    this.#bytes = 0;
  }
}

function numbersIn(bits: PagedBitmap): readonly number[] {
  const numbers: number[] = [];
  bits.each((number) => numbers.push(number));
  return numbers;
}

function lengthOf(slots: SomeSlots): number {
  return "length" in slots ? slots.length : slots.size;
}
