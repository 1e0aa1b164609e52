/** A value with its size in memory, in bytes. */
interface Weighed<V> {
  readonly value: V;
  weight: number;
}

/** Estimated bytes of a map entry, its key and the object around its value. */
const ENTRY_BYTES = 200;

/** A value larger than this fraction of the cache would evict too many others. */
const LARGEST_PART = 16;

/**
 * An approximate LRU cache, bounded by the size of its values in memory.
 *
 * It has two generations, each with half of the limit. When the young one is full, the old one is dropped and replaced
 * by the young one. A hit in the old one moves the value to the young one. So a hit costs one look-up, and eviction
 * needs no search.
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

  /** How many values are cached. */
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

  /** Stores a value of this size in bytes, which includes its key, unless it is too large. */
  set(key: K, value: V, weight: number): void {
    this.#drop(key);
    const whole = weight + ENTRY_BYTES;
    if (whole * LARGEST_PART <= this.#limit) this.#put(key, { value, weight: whole });
  }

  /** Records that the value of a key has grown; it is dropped if it is too large now. */
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
