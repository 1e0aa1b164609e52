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

  /** Sets in `words` the bits of all numbers that are in the set and fit. */
  addTo(words: Int32Array): void {
    for (let number = 0; number * PAGE_WORDS < words.length; number++) {
      const own = this.#pages[number]?.words;
      if (own === undefined) continue;
      const start = number * PAGE_WORDS;
      const length = Math.min(PAGE_WORDS, words.length - start);
      for (let at = 0; at < length; at++) words[start + at] = (words[start + at] ?? 0) | (own[at] ?? 0);
    }
  }

  /** Clears in `words` the bits of all numbers that are in the set. */
  removeFrom(words: Int32Array): void {
    for (let number = 0; number * PAGE_WORDS < words.length; number++) {
      const own = this.#pages[number]?.words;
      if (own === undefined) continue;
      const start = number * PAGE_WORDS;
      const length = Math.min(PAGE_WORDS, words.length - start);
      for (let at = 0; at < length; at++) words[start + at] = (words[start + at] ?? 0) & ~(own[at] ?? 0);
    }
  }

  /** A second set of the same numbers for the same owner. */
  copy(): PagedBits {
    const copy = new PagedBits(this.#owner);
    copy.#pages = this.#pages.map((page) => page && { owner: this.#owner, words: page.words.slice() });
    copy.#size = this.#size;
    return copy;
  }

  /** The same set for another owner; this one must not be written to any more. */
  fork(owner: Owner): PagedBits {
    return new PagedBits(owner, this);
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
