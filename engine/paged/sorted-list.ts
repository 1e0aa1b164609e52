import type { Chunk, ListOrder } from "./chunk.ts";
import type { Owner } from "./owner.ts";

const CHUNK_SIZE = 128;

/** A point between two items of a list. Good until the list is written to. */
export interface Cursor {
  readonly chunk: number;
  readonly place: number;
}

/**
 * Items in a total order, in chunks that forks share. Finding a place takes the logarithm of the length; adding and
 * removing touches one chunk. Keys that have been looked at stand side by side: to seek among them, nothing else is read.
 */
export class SortedList<T, K = T> {
  readonly #owner: Owner;
  readonly #order: ListOrder<T, K>;
  #chunks: Chunk<T, K>[];
  #ownsChunks: boolean;
  #length: number;
  /** Number of items before each chunk, as far as it has been asked for since the chunks before it last changed. */
  #starts: number[] = [0];

  constructor(owner: Owner, order: ListOrder<T, K>, shared?: SortedList<T, K>) {
    this.#owner = owner;
    this.#order = order;
    this.#chunks = shared === undefined ? [] : shared.#chunks;
    this.#ownsChunks = shared === undefined;
    this.#length = shared === undefined ? 0 : shared.#length;
  }

  get length(): number {
    return this.#length;
  }

  /** The last item in order. */
  get last(): T | undefined {
    return this.#chunks.at(-1)?.items.at(-1);
  }

  /** Adds an item that is not equal to one that is there. */
  add(item: T): void {
    this.#length++;
    if (this.#chunks.length === 0) {
      this.#writableChunks().push({ owner: this.#owner, items: [item], keys: null });
      return;
    }
    const number = Math.min(this.#chunkOf(item), this.#chunks.length - 1);
    this.#forgetStarts(number);
    const chunk = this.#writableChunk(number);
    const place = this.#placeIn(chunk, item);
    chunk.items.splice(place, 0, item);
    chunk.keys?.splice(place, 0, this.#order.keyOf(item));
    if (chunk.items.length > CHUNK_SIZE) this.#split(number, chunk);
  }

  /** Removes the item equal to this one; false when there is none. */
  remove(item: T): boolean {
    const number = this.#chunkOf(item);
    const found = this.#chunks[number];
    if (found === undefined) return false;
    const place = this.#placeIn(found, item);
    if (place === found.items.length || this.#compareAt(found, place, item) !== 0) return false;
    this.#forgetStarts(number);
    const chunk = this.#writableChunk(number);
    chunk.items.splice(place, 1);
    chunk.keys?.splice(place, 1);
    if (this.#chunks[number]?.items.length === 0) this.#chunks.splice(number, 1);
    this.#length--;
    return true;
  }

  /** The list of these items, which are in order already; takes time in proportion to their number. */
  static of<T, K>(owner: Owner, order: ListOrder<T, K>, items: readonly T[]): SortedList<T, K> {
    const list = new SortedList<T, K>(owner, order);
    for (let start = 0; start < items.length; start += CHUNK_SIZE) {
      list.#chunks.push({ owner, items: items.slice(start, start + CHUNK_SIZE), keys: null });
    }
    list.#length = items.length;
    return list;
  }

  get start(): Cursor {
    return { chunk: 0, place: 0 };
  }

  get end(): Cursor {
    return { chunk: this.#chunks.length, place: 0 };
  }

  /** The point before the first item that is not before what is sought; `isBefore` must be true for a beginning only. */
  seek(isBefore: (key: K, item: T) => boolean): Cursor {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { items } = this.#chunks[middle] as Chunk<T, K>;
      const keys = this.#keys(middle);
      const last = items.length - 1;
      if (isBefore(keys[last] as K, items[last] as T)) low = middle + 1;
      else high = middle;
    }
    const items = this.#chunks[low]?.items ?? [];
    const keys = this.#keys(low);
    let place = 0;
    for (let above = items.length; place < above; ) {
      const middle = (place + above) >> 1;
      if (isBefore(keys[middle] as K, items[middle] as T)) place = middle + 1;
      else above = middle;
    }
    return { chunk: low, place };
  }

  /** Number of items between two points; 0 where the second comes first. */
  count(from: Cursor, to: Cursor): number {
    return Math.max(0, this.#numberAt(to) - this.#numberAt(from));
  }

  /** The point this many items on; the end where there are fewer. */
  forward(from: Cursor, count: number): Cursor {
    const number = this.#numberAt(from) + count;
    if (number >= this.#length) return this.end;
    let low = from.chunk;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#startOf(middle) <= number) low = middle;
      else high = middle - 1;
    }
    return { chunk: low, place: number - this.#startOf(low) };
  }

  /** The item behind a point. */
  at(cursor: Cursor): T | undefined {
    const { chunk, place } = this.#behind(cursor);
    return this.#chunks[chunk]?.items[place];
  }

  /** The key of the item behind a point. */
  keyAt(cursor: Cursor): K | undefined {
    const { chunk, place } = this.#behind(cursor);
    return this.#keys(chunk)[place];
  }

  /** The key of the item before a point. */
  keyBefore({ chunk, place }: Cursor): K | undefined {
    return place > 0 ? this.#keys(chunk)[place - 1] : this.#keys(chunk - 1).at(-1);
  }

  /** The point before so many items that end at a point and have keys that pass: at most `most`, none before `from`. */
  stepBack(end: Cursor, from: Cursor, most: number, passes: (key: K) => boolean): Cursor {
    let { chunk, place } = end;
    let keys = this.#keys(chunk);
    for (let steps = 0; steps < most; steps++) {
      if (place === 0 && chunk > 0) {
        keys = this.#keys(--chunk);
        place = keys.length;
      }
      if (chunk < from.chunk || (chunk === from.chunk && place <= from.place)) return from;
      if (!passes(keys[place - 1] as K)) break;
      place--;
    }
    return { chunk, place };
  }

  /** Whether no item lies from the second point up to the first. */
  isAtOrBefore(cursor: Cursor, other: Cursor): boolean {
    if (cursor.chunk <= other.chunk) return cursor.chunk < other.chunk || cursor.place <= other.place;
    const items = this.#chunks[other.chunk]?.items.length ?? 0;
    return cursor.chunk === other.chunk + 1 && cursor.place === 0 && other.place >= items;
  }

  /** Calls `visit` for the items between two points, in order, until it answers false; answers whether none did. */
  each(from: Cursor, to: Cursor, visit: (item: T) => boolean): boolean {
    for (let chunk = from.chunk; chunk <= to.chunk; chunk++) {
      const items = this.#chunks[chunk]?.items ?? [];
      const stop = chunk === to.chunk ? to.place : items.length;
      for (let place = chunk === from.chunk ? from.place : 0; place < stop; place++) {
        if (!visit(items[place] as T)) return false;
      }
    }
    return true;
  }

  /** Calls `visit` for all items with their keys, from the last to the first, until it answers false. */
  eachBackward(visit: (item: T, key: K) => boolean): void {
    for (let chunk = this.#chunks.length - 1; chunk >= 0; chunk--) {
      const items = this.#chunks[chunk]?.items ?? [];
      const keys = this.#keys(chunk);
      for (let place = items.length - 1; place >= 0; place--) {
        if (!visit(items[place] as T, keys[place] as K)) return;
      }
    }
  }

  *[Symbol.iterator](): Generator<T> {
    for (const chunk of this.#chunks) yield* chunk.items;
  }

  /** The same items for another owner; this list must not be written to any more. */
  fork(owner: Owner): SortedList<T, K> {
    return new SortedList(owner, this.#order, this);
  }

  /** Number of the first chunk whose last item is not below the item: the only one that can hold it. */
  #chunkOf(item: T): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = this.#chunks[middle] as Chunk<T, K>;
      if (this.#compareAt(chunk, chunk.items.length - 1, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where the item behind a point stands: at the end of a chunk it is the first one of the next. */
  #behind({ chunk, place }: Cursor): Cursor {
    const length = this.#chunks[chunk]?.items.length ?? 0;
    return place < length ? { chunk, place } : { chunk: chunk + 1, place: 0 };
  }

  /** The keys of a chunk; none behind the last one. */
  #keys(number: number): readonly K[] {
    const chunk = this.#chunks[number];
    if (chunk === undefined) return [];
    chunk.keys ??= chunk.items.map((item) => this.#order.keyOf(item));
    return chunk.keys;
  }

  #numberAt({ chunk, place }: Cursor): number {
    return this.#startOf(chunk) + place;
  }

  /** Number of items before a chunk. */
  #startOf(chunk: number): number {
    const starts = this.#starts;
    for (let at = starts.length; at <= chunk; at++) {
      starts.push((starts[at - 1] ?? 0) + (this.#chunks[at - 1]?.items.length ?? 0));
    }
    return starts[chunk] ?? 0;
  }

  #forgetStarts(changed: number): void {
    if (this.#starts.length > changed + 1) this.#starts.length = changed + 1;
  }

  #placeIn(chunk: Chunk<T, K>, item: T): number {
    let low = 0;
    let high = chunk.items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compareAt(chunk, middle, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compareAt({ items, keys }: Chunk<T, K>, place: number, item: T): number {
    const { keyOf, compare, compareEqual } = this.#order;
    const there = items[place] as T;
    const key = keys === null ? keyOf(there) : (keys[place] as K);
    return compare(key, keyOf(item)) || compareEqual(there, item);
  }

  #split(number: number, chunk: Chunk<T, K>): void {
    // Appending is the common case: a full last chunk is left nearly full instead of half empty.
    const atEnd = number === this.#chunks.length - 1;
    const size = atEnd ? CHUNK_SIZE - 1 : CHUNK_SIZE >> 1;
    const upper = { owner: this.#owner, items: chunk.items.splice(size), keys: chunk.keys?.splice(size) ?? null };
    this.#writableChunks().splice(number + 1, 0, upper);
  }

  #writableChunks(): Chunk<T, K>[] {
    if (!this.#ownsChunks) {
      this.#chunks = this.#chunks.slice();
      this.#ownsChunks = true;
    }
    return this.#chunks;
  }

  #writableChunk(number: number): Chunk<T, K> {
    const chunks = this.#writableChunks();
    const chunk = chunks[number] as Chunk<T, K>;
    if (chunk.owner === this.#owner) return chunk;
    const owned = { owner: this.#owner, items: chunk.items.slice(), keys: chunk.keys?.slice() ?? null };
    chunks[number] = owned;
    return owned;
  }
}
