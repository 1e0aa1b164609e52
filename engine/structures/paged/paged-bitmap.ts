import { andInto, andNotInto, orInto } from "../bits/combine-bits.ts";
import { andCount, countBits } from "../bits/count-bits.ts";
import { simdOf } from "../bits/scratch.ts";
import type { Owner } from "./owner.ts";

/** A page covers 32,768 numbers in at most four kilobytes; its words reach only as far as needed. */
const PAGE_BITS = 15;
const PAGE_WORDS = 1 << (PAGE_BITS - 5);
const WORD_MASK = PAGE_WORDS - 1;

/** Estimated size of a page without its words, in bytes. */
const PAGE_BYTES = 200;

const NOTHING = new Int32Array(0);

interface Page {
  readonly owner: Owner;
  /** They reach as far as the highest number that was ever added. */
  readonly words: Int32Array;
}

/**
 * A copy-on-write bitmap: a set of small integers, one bit each, in pages that forks share. A change touches one word and
 * copies a page at most once per owner.
 */
export class PagedBitmap {
  readonly #owner: Owner;
  #pages: (Page | undefined)[];
  #ownsPages: boolean;
  #size: number;

  constructor(owner: Owner, shared?: PagedBitmap) {
    this.#owner = owner;
    this.#pages = shared === undefined ? [] : shared.#pages;
    this.#ownsPages = shared === undefined;
    this.#size = shared === undefined ? 0 : shared.#size;
  }

  /** The set of some numbers. */
  static of(owner: Owner, numbers: Iterable<number>): PagedBitmap {
    let highest = -1;
    for (const number of numbers) if (number > highest) highest = number;
    const set = PagedBitmap.withRoom(owner, highest + 1);
    for (const number of numbers) set.add(number);
    return set;
  }

  /**
   * An empty set with room for the numbers below a length, in one array for all pages. Arrays that grow page by page are many,
   * and while V8 marks its heap it takes 5 to 10 milliseconds of each that is allocated outside of it.
   */
  static withRoom(owner: Owner, length: number): PagedBitmap {
    const all = new Int32Array((length + 31) >> 5);
    const set = new PagedBitmap(owner);
    for (let start = 0; start < all.length; start += PAGE_WORDS) {
      set.#pages.push({ owner, words: all.subarray(start, start + PAGE_WORDS) });
    }
    return set;
  }

  /** How many numbers are in the set. */
  get size(): number {
    return this.#size;
  }

  /** Size of its pages in bytes. */
  get bytes(): number {
    return this.#pages.reduce((sum, page) => sum + (page?.words.byteLength ?? 0) + PAGE_BYTES, 0);
  }

  has(number: number): boolean {
    const page = this.#pages[number >> PAGE_BITS];
    return page !== undefined && (((page.words[(number >> 5) & WORD_MASK] ?? 0) >>> (number & 31)) & 1) === 1;
  }

  add(number: number): void {
    if (this.has(number)) return;
    this.#size++;
    const at = (number >> 5) & WORD_MASK;
    const words = this.#writable(number >> PAGE_BITS, at + 1);
    words[at] = (words[at] ?? 0) | (1 << (number & 31));
  }

  delete(number: number): void {
    if (!this.has(number)) return;
    this.#size--;
    const at = (number >> 5) & WORD_MASK;
    const words = this.#writable(number >> PAGE_BITS, at + 1);
    words[at] = (words[at] ?? 0) & ~(1 << (number & 31));
  }

  /** Visits the numbers in ascending order. */
  each(visit: (number: number) => void): void {
    for (const [number, page] of this.#pages.entries()) {
      const words = page?.words ?? [];
      for (let at = 0; at < words.length; at++) {
        const first = (number << PAGE_BITS) + (at << 5) + 31;
        for (let left = words[at] ?? 0; left !== 0; left &= left - 1) visit(first - Math.clz32(left & -left));
      }
    }
  }

  /** Adds all numbers of another set. */
  orInto(others: PagedBitmap): void {
    for (let number = 0; number < others.#pages.length; number++) {
      const page = others.#pages[number];
      if (page === undefined) continue;
      const words = this.#writable(number, page.words.length);
      this.#size += countBits(page.words) - andCount(words, 0, page.words);
      orInto(words, 0, page.words);
    }
  }

  /** Sets `words` to the bits of all numbers in the set that fit. */
  copyTo(words: Int32Array): void {
    for (let start = 0, number = 0; start < words.length; start += PAGE_WORDS, number++) {
      const own = this.#pages[number]?.words ?? NOTHING;
      words.set(start + own.length <= words.length ? own : own.subarray(0, words.length - start), start);
      if (own.length < PAGE_WORDS) words.fill(0, start + own.length, start + PAGE_WORDS);
    }
  }

  /** Sets in `words` the bits of all numbers in the set that fit. */
  addTo(words: Int32Array): void {
    this.#eachPart(words, (own, start) => orInto(words, start, own));
  }

  /** Clears in `words` the bits of all numbers in the set. */
  removeFrom(words: Int32Array): void {
    this.#eachPart(words, (own, start) => andNotInto(words, start, own));
  }

  /** Clears in `words` the bits of all numbers that are not in the set. */
  keepIn(words: Int32Array): void {
    this.#eachPart(words, (own, start) => {
      andInto(words, start, own);
      if (own.length < PAGE_WORDS) words.fill(0, start + own.length, start + PAGE_WORDS);
    });
  }

  /** How many set bits of `words` stand for numbers in the set. */
  countIn(words: Int32Array): number {
    let count = 0;
    this.#eachPart(words, (own, start) => {
      count += andCount(words, start, own);
    });
    return count;
  }

  /** A second set of the same numbers with the same owner. */
  copy(): PagedBitmap {
    const copy = new PagedBitmap(this.#owner);
    // One array for all pages: separate arrays would take twice the memory.
    const all = new Int32Array(this.#pages.reduce((sum, page) => sum + (page?.words.length ?? 0), 0));
    let start = 0;
    copy.#pages = this.#pages.map((page) => {
      if (page === undefined) return undefined;
      const words = all.subarray(start, start + page.words.length);
      start += words.length;
      words.set(page.words);
      return { owner: this.#owner, words };
    });
    copy.#size = this.#size;
    return copy;
  }

  /** This set if the owner is the same, otherwise a fork. */
  ownedBy(owner: Owner): PagedBitmap {
    return owner === this.#owner ? this : this.fork(owner);
  }

  /** The same set for another owner; this one must not be written to afterwards. */
  fork(owner: Owner): PagedBitmap {
    return new PagedBitmap(owner, this);
  }

  /**
   * Visits the set's words in parts, each with the index in `words` that it belongs to. If SIMD is used, the whole set
   * is one part, copied beside `words`; otherwise each page is one.
   */
  #eachPart(words: Int32Array, visit: (own: Int32Array, start: number) => void): void {
    const beside = simdOf(words)?.beside(words);
    if (beside !== undefined) {
      this.copyTo(beside);
      visit(beside, 0);
      return;
    }
    for (let start = 0, number = 0; start < words.length; start += PAGE_WORDS, number++) {
      visit(this.#pages[number]?.words ?? NOTHING, start);
    }
  }

  /** The words of a page for writing, at least this many. */
  #writable(number: number, length: number): Int32Array {
    if (!this.#ownsPages) {
      this.#pages = this.#pages.slice();
      this.#ownsPages = true;
    }
    while (this.#pages.length < number) this.#pages.push(undefined);
    const page = this.#pages[number];
    const known = page?.words ?? NOTHING;
    if (page?.owner === this.#owner && known.length >= length) return known;
    const words = known.length >= length ? known.slice() : longer(known, length);
    this.#pages[number] = { owner: this.#owner, words };
    return words;
  }
}

/** A copy of the words with room for more of the page. */
function longer(words: Int32Array, length: number): Int32Array {
  const more = new Int32Array(Math.min(PAGE_WORDS, 2 ** Math.ceil(Math.log2(length))));
  more.set(words);
  return more;
}
