/** Bytes of all cached texts. */
const MAX_BYTES = 32_000_000;

/** Bytes of a text besides its characters: its map entry and object. */
const TEXT_BYTES = 150;

/** Bytes of an empty cache. */
const CACHE_BYTES = 1_000;

/** A cache of texts. */
export interface TextCache {
  /** Drops all of them. */
  forget(): void;
}

/**
 * The budget of all plans' text caches. If it is used up, all of them are emptied at once, including those of plans that
 * nobody uses any more.
 */
export class TextBudget {
  readonly #caches = new Set<TextCache>();
  #left = MAX_BYTES;

  /** Charges a text of this length to this cache. */
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
