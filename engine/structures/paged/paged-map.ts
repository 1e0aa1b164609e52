import { HashTable } from "./hash-table.ts";
import type { Owner } from "./owner.ts";
import { PagedArray } from "./paged-array.ts";
import { hashOf } from "./text-hash.ts";

const FEWEST = 16;
/** How many positions of deleted keys are tolerated before the map is rebuilt without them. */
const MAX_GONE = 1024;

/**
 * A copy-on-write map: forks share what neither side has changed, and its costs do not grow with the number of forks.
 * Keys are compared by `===`. `undefined` stands for an absent value.
 */
export class PagedMap<K, V> {
  readonly #owner: Owner;
  #table: HashTable;
  #keys: PagedArray<K>;
  #values: PagedArray<V>;
  #size: number;

  constructor(owner: Owner);
  constructor(owner: Owner, shared: PagedMap<K, V>);
  constructor(owner: Owner, shared?: PagedMap<K, V>) {
    this.#owner = owner;
    this.#table = shared === undefined ? new HashTable(owner, FEWEST) : shared.#table.fork(owner);
    this.#keys = shared === undefined ? new PagedArray(owner) : shared.#keys.fork(owner);
    this.#values = shared === undefined ? new PagedArray(owner) : shared.#values.fork(owner);
    this.#size = shared === undefined ? 0 : shared.#size;
  }

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    const position = this.#positionOf(key, hashOfKey(key));
    return position < 0 ? undefined : this.#values.get(position);
  }

  has(key: K): boolean {
    return this.#positionOf(key, hashOfKey(key)) >= 0;
  }

  set(key: K, value: V): void {
    const hash = hashOfKey(key);
    const known = this.#positionOf(key, hash);
    if (known >= 0) this.#values.set(known, value);
    else this.#add(key, hash, value);
  }

  /** The value of a key; a key without one gets this value. */
  getOrAdd(key: K, value: V): V {
    const hash = hashOfKey(key);
    const known = this.#positionOf(key, hash);
    if (known >= 0) return this.#values.get(known) ?? value;
    this.#add(key, hash, value);
    return value;
  }

  delete(key: K): void {
    const hash = hashOfKey(key);
    const position = this.#positionOf(key, hash);
    if (position < 0) return;
    this.#table.remove(hash, (each) => each === position);
    this.#keys.set(position, undefined);
    this.#values.set(position, undefined);
    this.#size--;
  }

  /** Every key with its value, in no particular order. */
  entries(): [K, V][] {
    const entries: [K, V][] = [];
    this.#keys.each(0, (key, position) => {
      const value = this.#values.get(position);
      if (value !== undefined) entries.push([key, value]);
      return true;
    });
    return entries;
  }

  /** The same content for another owner; this map must not be written to afterwards. */
  fork(owner: Owner): PagedMap<K, V> {
    return new PagedMap(owner, this);
  }

  #add(key: K, hash: number, value: V): void {
    if (this.#table.isFull) this.#makeRoom();
    const position = this.#keys.length;
    this.#keys.set(position, key);
    this.#values.set(position, value);
    this.#table.add(hash, position);
    this.#size++;
  }

  #positionOf(key: K, hash: number): number {
    return this.#table.find(hash, (position) => this.#keys.get(position) === key);
  }

  /** Makes room for as many keys again. */
  #makeRoom(): void {
    let capacity = FEWEST;
    while (capacity < 4 * this.#size) capacity *= 2;
    if (this.#keys.length > MAX_GONE + 2 * this.#size) this.#rebuild(capacity);
    else this.#table = this.#table.resized(capacity);
  }

  /** Rebuilds the map without the positions of deleted keys. */
  #rebuild(capacity: number): void {
    const entries = this.entries();
    this.#table = new HashTable(this.#owner, capacity);
    this.#keys = new PagedArray(this.#owner);
    this.#values = new PagedArray(this.#owner);
    for (const [position, [key, value]] of entries.entries()) {
      this.#keys.set(position, key);
      this.#values.set(position, value);
      this.#table.add(hashOfKey(key), position);
    }
  }
}

function hashOfKey(key: unknown): number {
  return hashOf(typeof key === "string" ? key : String(key));
}
