import type { Owner } from "./owner.ts";
import { PageTable } from "./page-table.ts";

const PAGE_BITS = 9;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;

const FREE = 0;
const REMOVED = -1;

interface Page {
  readonly owner: Owner;
  readonly pairs: Int32Array;
}

/** Whether the item at a position is the one looked for; its hash is known to be equal. */
export type Matches = (position: number) => boolean;

/**
 * Positions by hash: pairs of a position and a hash in pages of plain integers, with free places
 * in between. Looking for something that is not there touches one place of memory, where a native map of a million texts
 * touches several and looks into texts as well; recovery does little else.
 */
export class HashTable {
  readonly #owner: Owner;
  readonly #mask: number;
  readonly #pages: PageTable<Page>;
  /** Pairs that are not free, removed ones included. */
  #used: number;

  /** `capacity`: number of pairs, a power of two. */
  constructor(owner: Owner, capacity: number, shared?: HashTable) {
    this.#owner = owner;
    this.#mask = capacity - 1;
    this.#pages = shared === undefined ? emptyPages(owner, capacity) : shared.#pages.fork(owner);
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
    for (const { pairs } of this.#pages) {
      for (let at = 0; at < pairs.length; at += 2) {
        const position = pairs[at] ?? FREE;
        if (position > 0) table.add(pairs[at + 1] ?? 0, position - 1);
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
      const pairs = this.#pages.at(place >> PAGE_BITS)?.pairs;
      const at = 2 * (place & PAGE_MASK);
      const position = pairs?.[at] ?? FREE;
      if (position === FREE) return -1;
      if (position !== REMOVED && pairs?.[at + 1] === hash && matches(position - 1)) return place;
    }
  }

  #positionAt(place: number): number {
    return this.#pages.at(place >> PAGE_BITS)?.pairs[2 * (place & PAGE_MASK)] ?? FREE;
  }

  #writablePage(number: number): Int32Array {
    const page = this.#pages.at(number);
    if (page?.owner === this.#owner) return page.pairs;
    const pairs = page?.pairs.slice() ?? new Int32Array(2);
    this.#pages.put(number, { owner: this.#owner, pairs });
    return pairs;
  }
}

function emptyPages(owner: Owner, capacity: number): PageTable<Page> {
  const pages = new PageTable<Page>(owner);
  const size = Math.min(PAGE_SIZE, capacity);
  for (let number = 0; number * size < capacity; number++)
    pages.put(number, { owner, pairs: new Int32Array(2 * size) });
  return pages;
}
