import { PagedBitmap } from "../structures/paged/paged-bitmap.ts";
import { slotOfKey } from "./ordered/order-labels.ts";
import type { OrderedIndex } from "./ordered/ordered-index.ts";
import type { PostingLists, SomeSlots } from "./posting-lists.ts";

/** To sort so many slots costs about what is saved by one question that finds them sorted. */
const SORTED_PER_ASK = 2_000;

/** So few are sorted in no more time than a question takes that goes another way. */
const SORTED_AT_ONCE = 32;

/** What an entry takes beside its slots. */
const ENTRY_BYTES = 120;

/** A list that was asked for, and its slots in order once that has been often enough. */
interface Asked {
  asks: number;
  slots: Int32Array | null;
}

/**
 * A composite index, made list by list: the slots of a posting list in the order of an index, so that "posts of a category,
 * newest first" is a part of an array. A list is sorted when it has been asked for often enough to pay for that, and
 * all are forgotten when a list or the order changes.
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

  /** Whether it is about these, and not about others that were kept by the same names. */
  isOf(postings: PostingLists, index: OrderedIndex): boolean {
    return this.#postings === postings && this.#index === index;
  }

  /** The slots that have a number, in order, equal ones by id; null as long as they do not pay. Not to be changed. */
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
    const isKeyed = this.#index.labels(list.length)?.putKeys(keys, list, this.#descending) ?? false;
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
