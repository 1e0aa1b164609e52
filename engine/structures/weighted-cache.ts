/** A value with the bytes that it keeps in memory. */
interface Weighed<V> {
  readonly value: V;
  weight: number;
}

/** What a map's entry, its key and the object around its value take. */
const ENTRY_BYTES = 200;

/** A value that takes more than such a part of a cache would put out too many others. */
const LARGEST_PART = 16;

/**
 * An approximate LRU cache, bounded by the bytes that its values keep in memory.
 *
 * It keeps two generations of half the bytes each. When the young one is full, the old one is dropped and the young one
 * takes its place; a hit in the old one moves the value to the young one. So a hit costs one look-up, and eviction has to
 * search for nothing.
 */
export class WeightedCache<K, V> {
  readonly #limit: number;
  #young = new Map<K, Weighed<V>>();
  #old = new Map<K, Weighed<V>>();
  #weight = 0;

  /** `limit`: bytes of all values together. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many values are kept. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#old.delete(key);
    this.#put(key, old);
    return old.value;
  }

  /** Keeps a value of so many bytes, its key among them, unless it is too large. */
  set(key: K, value: V, weight: number): void {
    this.#drop(key);
    const whole = weight + ENTRY_BYTES;
    if (whole * LARGEST_PART <= this.#limit) this.#put(key, { value, weight: whole });
  }

  /** The value of a key has grown by so many bytes; it is dropped when it is too large. */
  grow(key: K, bytes: number): void {
    const weighed = this.#young.get(key) ?? this.#old.get(key);
    if (weighed !== undefined) this.set(key, weighed.value, weighed.weight - ENTRY_BYTES + bytes);
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#weight = 0;
  }

  #put(key: K, weighed: Weighed<V>): void {
    if ((this.#weight + weighed.weight) * 2 > this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#weight = 0;
    }
    this.#young.set(key, weighed);
    this.#weight += weighed.weight;
  }

  #drop(key: K): void {
    const young = this.#young.get(key);
    if (young !== undefined) this.#weight -= young.weight;
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
