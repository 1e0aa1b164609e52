/** Bytes of all cached texts. */
const MAX_BYTES = 32_000_000;

/** What a text takes beside its characters: its place in a map, and an object around it. */
const TEXT_BYTES = 150;

/** What a cache takes by itself. */
const CACHE_BYTES = 1_000;

/** Holds some of the texts. */
export interface TextCache {
  /** Drops all of them. */
  forget(): void;
}

/**
 * How much text the caches of all plans may hold together. When it is used up all of them are emptied at once, those of
 * plans that nobody asks for any more among them.
 */
export class TextBudget {
  readonly #caches = new Set<TextCache>();
  #left = MAX_BYTES;

  /** Charges for a text of this length in this cache. */
  add(cache: TextCache, length: number): void {
    if (!this.#caches.has(cache)) this.#left -= CACHE_BYTES;
    this.#caches.add(cache);
    this.#left -= length + TEXT_BYTES;
    if (this.#left < 0) this.#forgetAll();
  }

  #forgetAll(): void {
    for (const cache of this.#caches) cache.forget();
    this.#caches.clear();
    this.#left = MAX_BYTES;
  }
}
