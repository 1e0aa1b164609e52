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

/** Whether the item at a position is the one that is searched for; its hash is known to be equal. */
export type Matches = (position: number) => boolean;

/**
 * An open-addressing hash table from hashes to positions: pairs of a position and a hash in pages of plain integers. An
 * unsuccessful search touches one place in memory. A native map of a million strings touches several, and compares
 * strings as well; a recovery does little else.
 */
export class HashTable {
  readonly #owner: Owner;
  readonly #mask: number;
  readonly #pages: PageTable<Page>;
  /** Slots that are not free, including slots of removed pairs. */
  #used: number;

  /** `capacity`: the number of slots, a power of two. */
  constructor(owner: Owner, capacity: number, shared?: HashTable) {
    this.#owner = owner;
    this.#mask = capacity - 1;
    this.#pages = shared === undefined ? emptyPages(owner, capacity) : shared.#pages.fork(owner);
    this.#used = shared === undefined ? 0 : shared.#used;
  }

  get capacity(): number {
    return this.#mask + 1;
  }

  /** Whether it is half full, beyond which searches take many steps. */
  get isFull(): boolean {
    return 2 * this.#used > this.#mask;
  }

  /** The position that matches; -1 if none does. */
  find(hash: number, matches: Matches): number {
    const bucket = this.#bucketOf(hash, matches);
    return bucket < 0 ? -1 : this.#positionAt(bucket) - 1;
  }

  /** Adds a position that is not in the table. The table must not be full. */
  add(hash: number, position: number): void {
    let bucket = hash & this.#mask;
    while (this.#positionAt(bucket) !== FREE) bucket = (bucket + 1) & this.#mask;
    this.#used++;
    const page = this.#writablePage(bucket >> PAGE_BITS);
    page[2 * (bucket & PAGE_MASK)] = position + 1;
    page[2 * (bucket & PAGE_MASK) + 1] = hash;
  }

  /** Removes the position that matches. */
  remove(hash: number, matches: Matches): void {
    const bucket = this.#bucketOf(hash, matches);
    if (bucket >= 0) this.#writablePage(bucket >> PAGE_BITS)[2 * (bucket & PAGE_MASK)] = REMOVED;
  }

  /** A copy with another capacity, without the slots of removed pairs. */
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

  /** The same table for another owner; this one must not be written to afterwards. */
  fork(owner: Owner): HashTable {
    return new HashTable(owner, this.capacity, this);
  }

  #bucketOf(hash: number, matches: Matches): number {
    for (let bucket = hash & this.#mask; ; bucket = (bucket + 1) & this.#mask) {
      const pairs = this.#pages.at(bucket >> PAGE_BITS)?.pairs;
      const at = 2 * (bucket & PAGE_MASK);
      const position = pairs?.[at] ?? FREE;
      if (position === FREE) return -1;
      if (position !== REMOVED && pairs?.[at + 1] === hash && matches(position - 1)) return bucket;
    }
  }

  #positionAt(bucket: number): number {
    return this.#pages.at(bucket >> PAGE_BITS)?.pairs[2 * (bucket & PAGE_MASK)] ?? FREE;
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
