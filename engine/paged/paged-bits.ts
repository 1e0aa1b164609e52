import { addAll, dropCommon, keepCommon } from "./combine-bits.ts";
import { countBits, countCommonBits } from "./count-bits.ts";
import type { Owner } from "./owner.ts";

/** A page holds 8,192 numbers in a kilobyte. */
const PAGE_BITS = 13;
const PAGE_WORDS = 1 << (PAGE_BITS - 5);
const WORD_MASK = PAGE_WORDS - 1;

interface Page {
  readonly owner: Owner;
  readonly words: Int32Array;
}

/**
 * A set of small integers that is kept: one bit for each, in pages that forks share. Changing it touches one word, and
 * copies a page at most once per owner.
 */
export class PagedBits {
  readonly #owner: Owner;
  #pages: (Page | undefined)[];
  #ownsPages: boolean;
  #size: number;

  constructor(owner: Owner, shared?: PagedBits) {
    this.#owner = owner;
    this.#pages = shared === undefined ? [] : shared.#pages;
    this.#ownsPages = shared === undefined;
    this.#size = shared === undefined ? 0 : shared.#size;
  }

  /** Number of numbers in the set. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of its pages. */
  get bytes(): number {
    return this.#pages.length * (PAGE_WORDS * 4 + 200);
  }

  has(number: number): boolean {
    const page = this.#pages[number >> PAGE_BITS];
    return page !== undefined && (((page.words[(number >> 5) & WORD_MASK] ?? 0) >>> (number & 31)) & 1) === 1;
  }

  add(number: number): void {
    if (this.has(number)) return;
    this.#size++;
    const words = this.#writable(number >> PAGE_BITS);
    const at = (number >> 5) & WORD_MASK;
    words[at] = (words[at] ?? 0) | (1 << (number & 31));
  }

  delete(number: number): void {
    if (!this.has(number)) return;
    this.#size--;
    const words = this.#writable(number >> PAGE_BITS);
    const at = (number >> 5) & WORD_MASK;
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
  addAll(others: PagedBits): void {
    for (let number = 0; number < others.#pages.length; number++) {
      const page = others.#pages[number];
      if (page === undefined) continue;
      const words = this.#writable(number);
      this.#size += countBits(page.words) - countCommonBits(words, 0, page.words);
      addAll(words, 0, page.words);
    }
  }

  /** Makes `words` the bits of all numbers that are in the set, not in the other one, and fit. */
  copyTo(words: Int32Array, except: PagedBits | null = null): void {
    for (let start = 0, number = 0; start < words.length; start += PAGE_WORDS, number++) {
      const own = this.#pages[number]?.words;
      const others = except === null ? undefined : except.#pages[number]?.words;
      if (own === undefined) words.fill(0, start, start + PAGE_WORDS);
      else words.set(start + PAGE_WORDS <= words.length ? own : own.subarray(0, words.length - start), start);
      if (own !== undefined && others !== undefined) dropCommon(words, start, others);
    }
  }

  /** Sets in `words` the bits of all numbers that are in the set and fit. */
  addTo(words: Int32Array): void {
    this.#eachPage(words, (own, start) => addAll(words, start, own));
  }

  /** Clears in `words` the bits of all numbers that are in the set. */
  removeFrom(words: Int32Array): void {
    this.#eachPage(words, (own, start) => dropCommon(words, start, own));
  }

  /** Clears in `words` the bits of all numbers that are not in the set. */
  keepIn(words: Int32Array): void {
    for (let start = 0, number = 0; start < words.length; start += PAGE_WORDS, number++) {
      const own = this.#pages[number]?.words;
      if (own === undefined) words.fill(0, start, start + PAGE_WORDS);
      else keepCommon(words, start, own);
    }
  }

  /** How many of the bits of `words` are those of numbers in the set. */
  countIn(words: Int32Array): number {
    let count = 0;
    this.#eachPage(words, (own, start) => {
      count += countCommonBits(words, start, own);
    });
    return count;
  }

  /** A second set of the same numbers for the same owner. */
  copy(): PagedBits {
    const copy = new PagedBits(this.#owner);
    // One array for all pages: one for each would take as much again.
    const all = new Int32Array(this.#pages.length * PAGE_WORDS);
    copy.#pages = this.#pages.map((page, number) => {
      if (page === undefined) return undefined;
      const words = all.subarray(number * PAGE_WORDS, (number + 1) * PAGE_WORDS);
      words.set(page.words);
      return { owner: this.#owner, words };
    });
    copy.#size = this.#size;
    return copy;
  }

  /** This set, or one for another owner as `fork` gives it. */
  ownedBy(owner: Owner): PagedBits {
    return owner === this.#owner ? this : this.fork(owner);
  }

  /** The same set for another owner; this one must not be written to any more. */
  fork(owner: Owner): PagedBits {
    return new PagedBits(owner, this);
  }

  /** Visits the pages that say something about `words`, with the first word that each is about. */
  #eachPage(words: Int32Array, visit: (own: Int32Array, start: number) => void): void {
    const pages = Math.min(this.#pages.length, Math.ceil(words.length / PAGE_WORDS));
    for (let number = 0; number < pages; number++) {
      const page = this.#pages[number];
      if (page !== undefined) visit(page.words, number * PAGE_WORDS);
    }
  }

  #writable(number: number): Int32Array {
    if (!this.#ownsPages) {
      this.#pages = this.#pages.slice();
      this.#ownsPages = true;
    }
    while (this.#pages.length < number) this.#pages.push(undefined);
    const page = this.#pages[number];
    if (page !== undefined && page.owner === this.#owner) return page.words;
    const words = page === undefined ? new Int32Array(PAGE_WORDS) : page.words.slice();
    this.#pages[number] = { owner: this.#owner, words };
    return words;
  }
}
