import type { Owner } from "./owner.ts";

const PAGE_BITS = 10;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;

const FREE = 0;
const REMOVED = -1;

/** Whether what stands at a position is what is looked for; its hash is the same already. */
export type Matches = (position: number) => boolean;

/**
 * Where things stand, by their hash: pairs of a position and a hash in large pages of plain integers, with free places
 * in between. Looking for something that is not there touches one place of memory, where a native map of a million texts
 * touches several and looks into texts as well; recovery does little else.
 */
export class HashTable {
  readonly #owner: Owner;
  readonly #mask: number;
  #pages: Int32Array[];
  /** Of each page. */
  #owners: Owner[];
  #ownsLists: boolean;
  /** Pairs that are not free, removed ones included. */
  #used: number;

  /** `capacity`: number of pairs, a power of two. */
  constructor(owner: Owner, capacity: number, shared?: HashTable) {
    this.#owner = owner;
    this.#mask = capacity - 1;
    const size = Math.min(PAGE_SIZE, capacity);
    this.#pages = shared === undefined ? emptyPages(capacity / size, size) : shared.#pages;
    this.#owners = shared === undefined ? this.#pages.map(() => owner) : shared.#owners;
    this.#ownsLists = shared === undefined;
    this.#used = shared === undefined ? 0 : shared.#used;
  }

  get capacity(): number {
    return this.#mask + 1;
  }

  /** Half full: looking for something would soon take many steps. */
  get isFull(): boolean {
    return 2 * this.#used > this.#mask;
  }

  /** The position of what matches; -1 when nothing does. */
  find(hash: number, matches: Matches): number {
    const place = this.#placeOf(hash, matches);
    return place < 0 ? -1 : this.#positionAt(place) - 1;
  }

  /** Notes a position that is not in the table. Only while it is not full. */
  add(hash: number, position: number): void {
    let place = hash & this.#mask;
    while (this.#positionAt(place) !== FREE) place = (place + 1) & this.#mask;
    this.#used++;
    const page = this.#writablePage(place >> PAGE_BITS);
    page[2 * (place & PAGE_MASK)] = position + 1;
    page[2 * (place & PAGE_MASK) + 1] = hash;
  }

  /** Forgets what matches. */
  remove(hash: number, matches: Matches): void {
    const place = this.#placeOf(hash, matches);
    if (place >= 0) this.#writablePage(place >> PAGE_BITS)[2 * (place & PAGE_MASK)] = REMOVED;
  }

  /** The same table with room for more, and without the places of what was removed. */
  resized(capacity: number): HashTable {
    const table = new HashTable(this.#owner, capacity);
    for (const page of this.#pages) {
      for (let at = 0; at < page.length; at += 2) {
        const position = page[at] ?? FREE;
        if (position > 0) table.add(page[at + 1] ?? 0, position - 1);
      }
    }
    return table;
  }

  /** The same table for another owner; this one must not be written to any more. */
  fork(owner: Owner): HashTable {
    return new HashTable(owner, this.capacity, this);
  }

  #placeOf(hash: number, matches: Matches): number {
    for (let place = hash & this.#mask; ; place = (place + 1) & this.#mask) {
      const page = this.#pages[place >> PAGE_BITS];
      const at = 2 * (place & PAGE_MASK);
      const position = page?.[at] ?? FREE;
      if (position === FREE) return -1;
      if (position !== REMOVED && page?.[at + 1] === hash && matches(position - 1)) return place;
    }
  }

  #positionAt(place: number): number {
    return this.#pages[place >> PAGE_BITS]?.[2 * (place & PAGE_MASK)] ?? FREE;
  }

  #writablePage(number: number): Int32Array {
    const page = this.#pages[number] ?? new Int32Array(2);
    if (this.#owners[number] === this.#owner) return page;
    if (!this.#ownsLists) {
      this.#pages = this.#pages.slice();
      this.#owners = this.#owners.slice();
      this.#ownsLists = true;
    }
    const owned = page.slice();
    this.#pages[number] = owned;
    this.#owners[number] = this.#owner;
    return owned;
  }
}

function emptyPages(count: number, size: number): Int32Array[] {
  return Array.from({ length: count }, () => new Int32Array(2 * size));
}
