import { type Chunk, chunkOf, copyOf, cutOff, insertAt, type ListOrder, placeIn, removeAt } from "./chunk.ts";
import { ChunkStarts } from "./chunk-starts.ts";
import type { Owner } from "./owner.ts";

const CHUNK_SIZE = 128;

/** So many items are looked at one by one before a point is searched for. */
const FEW_STEPS = 8;

/** A point between two items of a list. Good until the list is written to. */
export interface Cursor {
  readonly chunk: number;
  readonly place: number;
}

/**
 * Items in a total order, in chunks that forks share. Finding a place takes the logarithm of the length; adding and
 * removing touches one chunk. Keys stand side by side: to seek among them, nothing else is read.
 */
export class SortedList<T, K = T> {
  readonly #owner: Owner;
  readonly #order: ListOrder<T, K>;
  #chunks: Chunk<T, K>[];
  /** The last key of each chunk: to seek among chunks, nothing else is read. */
  #lasts: K[];
  #ownsChunks: boolean;
  #length: number;
  readonly #starts = new ChunkStarts();

  constructor(owner: Owner, order: ListOrder<T, K>, shared?: SortedList<T, K>) {
    this.#owner = owner;
    this.#order = order;
    this.#chunks = shared === undefined ? [] : shared.#chunks;
    this.#lasts = shared === undefined ? [] : shared.#lasts;
    this.#ownsChunks = shared === undefined;
    this.#length = shared === undefined ? 0 : shared.#length;
  }

  /** The list of these items with their keys, which are in order already; takes time in proportion to their number. */
  static of<T, K>(owner: Owner, order: ListOrder<T, K>, items: readonly T[], keys: readonly K[]): SortedList<T, K> {
    const list = new SortedList<T, K>(owner, order);
    for (let start = 0; start < items.length; start += CHUNK_SIZE) {
      const end = start + CHUNK_SIZE;
      const chunk = chunkOf(owner, items.slice(start, end), order.ownKeys ? null : keys.slice(start, end));
      list.#chunks.push(chunk);
      list.#lasts.push(lastOf(chunk.keys));
    }
    list.#length = items.length;
    return list;
  }

  get length(): number {
    return this.#length;
  }

  /** The last item in order. */
  get last(): T | undefined {
    return this.#chunks.at(-1)?.items.at(-1);
  }

  /** Adds an item that is not equal to one that is there. */
  add(item: T, key: K): void {
    this.#length++;
    if (this.#chunks.length === 0) {
      this.#putChunk(0, chunkOf(this.#owner, [item], this.#order.ownKeys ? null : [key]));
      return;
    }
    const number = Math.min(this.#chunkOf(item, key), this.#chunks.length - 1);
    this.#starts.forget(number);
    const chunk = this.#writableChunk(number);
    insertAt(chunk, placeIn(chunk, this.#order, item, key), item, key);
    this.#lasts[number] = lastOf(chunk.keys);
    if (chunk.items.length > CHUNK_SIZE) this.#split(number, chunk);
  }

  /** Removes the item equal to this one; false when there is none. */
  remove(item: T, key: K): boolean {
    const found = this.#find(item, key);
    if (found === null) return false;
    this.#starts.forget(found.chunk);
    const chunk = this.#writableChunk(found.chunk);
    removeAt(chunk, found.place);
    this.#length--;
    if (chunk.items.length > 0) {
      this.#lasts[found.chunk] = lastOf(chunk.keys);
      return true;
    }
    this.#chunks.splice(found.chunk, 1);
    this.#lasts.splice(found.chunk, 1);
    return true;
  }

  /** Gives the item equal to this one another key that is equal to its own. */
  rekey(item: T, key: K): void {
    const found = this.#find(item, key);
    if (found === null) return;
    const { keys } = this.#writableChunk(found.chunk);
    keys[found.place] = key;
    this.#lasts[found.chunk] = lastOf(keys);
  }

  get start(): Cursor {
    return { chunk: 0, place: 0 };
  }

  get end(): Cursor {
    return { chunk: this.#chunks.length, place: 0 };
  }

  /**
   * The point before the first item that is not before what is sought; `isBefore` must be true for a beginning only.
   * `from`: a point that does not lie behind it, and maybe near.
   */
  seek(isBefore: (key: K) => boolean, from?: Cursor): Cursor {
    const near = from === undefined ? null : this.#seekNear(isBefore, from);
    if (near !== null) return near;
    const chunk = firstFrom(this.#lasts, isBefore);
    return { chunk, place: firstFrom(this.#keys(chunk), isBefore) };
  }

  /** Number of items between two points; 0 where the second comes first. */
  count(from: Cursor, to: Cursor): number {
    return Math.max(0, this.numberAt(to) - this.numberAt(from));
  }

  /** The point this many items on; the end where there are fewer. */
  forward(from: Cursor, count: number): Cursor {
    const number = this.numberAt(from) + count;
    if (number >= this.#length) return this.end;
    const chunk = this.#starts.chunkWith(this.#chunks, number, from.chunk);
    return { chunk, place: number - this.#starts.before(this.#chunks, chunk) };
  }

  /** Number of items before a point. */
  numberAt({ chunk, place }: Cursor): number {
    return this.#starts.before(this.#chunks, chunk) + place;
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

  /** Calls `visit` for the items between two points with their keys, from the last to the first, until it answers false. */
  eachBackward(from: Cursor, to: Cursor, visit: (item: T, key: K) => boolean): void {
    for (let chunk = Math.min(to.chunk, this.#chunks.length - 1); chunk >= from.chunk; chunk--) {
      const { items, keys } = this.#chunks[chunk] as Chunk<T, K>;
      const stop = chunk === from.chunk ? from.place : 0;
      for (let place = (chunk === to.chunk ? to.place : items.length) - 1; place >= stop; place--) {
        if (!visit(items[place] as T, keys[place] as K)) return;
      }
    }
  }

  /** Visits what stands between two points chunk by chunk: from one place in its items up to another. */
  eachChunk(
    from: Cursor,
    to: Cursor,
    visit: (items: readonly T[], start: number, stop: number, keys: readonly K[]) => void,
  ): void {
    for (let number = from.chunk; number <= to.chunk; number++) {
      const chunk = this.#chunks[number];
      if (chunk === undefined) return;
      const stop = number === to.chunk ? to.place : chunk.items.length;
      visit(chunk.items, number === from.chunk ? from.place : 0, stop, chunk.keys);
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
  #chunkOf(item: T, key: K): number {
    const { compare, compareEqual } = this.#order;
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = compare(this.#lasts[middle] as K, key);
      if (order < 0 || (order === 0 && compareEqual(lastOf(this.#chunks[middle]?.items ?? []), item) < 0))
        low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The same among the next few items; null when it lies behind them. */
  #seekNear(isBefore: (key: K) => boolean, from: Cursor): Cursor | null {
    let { chunk, place } = this.#behind(from);
    let keys = this.#keys(chunk);
    for (let steps = 0; steps < FEW_STEPS; steps++) {
      if (place === keys.length) {
        keys = this.#keys(++chunk);
        place = 0;
      }
      if (chunk >= this.#chunks.length) return this.end;
      if (!isBefore(keys[place] as K)) return { chunk, place };
      place++;
    }
    return null;
  }

  /** Where the item equal to this one stands. */
  #find(item: T, key: K): Cursor | null {
    const { compare, compareEqual } = this.#order;
    const number = this.#chunkOf(item, key);
    const chunk = this.#chunks[number];
    if (chunk === undefined) return null;
    const { items, keys } = chunk;
    const place = placeIn(chunk, this.#order, item, key);
    if (place === items.length || (compare(keys[place] as K, key) || compareEqual(items[place] as T, item)) !== 0) {
      return null;
    }
    return { chunk: number, place };
  }

  /** Where the item behind a point stands: at the end of a chunk it is the first one of the next. */
  #behind({ chunk, place }: Cursor): Cursor {
    const length = this.#chunks[chunk]?.items.length ?? 0;
    return place < length ? { chunk, place } : { chunk: chunk + 1, place: 0 };
  }

  /** The keys of a chunk; none behind the last one. */
  #keys(number: number): readonly K[] {
    return this.#chunks[number]?.keys ?? [];
  }

  #split(number: number, chunk: Chunk<T, K>): void {
    // Appending is the common case: a full last chunk is left nearly full instead of half empty.
    const atEnd = number === this.#chunks.length - 1;
    const upper = cutOff(chunk, atEnd ? CHUNK_SIZE - 1 : CHUNK_SIZE >> 1);
    this.#putChunk(number + 1, upper);
    this.#lasts[number] = lastOf(chunk.keys);
  }

  #putChunk(number: number, chunk: Chunk<T, K>): void {
    this.#writableChunks().splice(number, 0, chunk);
    this.#lasts.splice(number, 0, lastOf(chunk.keys));
  }

  #writableChunks(): Chunk<T, K>[] {
    if (!this.#ownsChunks) {
      this.#chunks = this.#chunks.slice();
      this.#lasts = this.#lasts.slice();
      this.#ownsChunks = true;
    }
    return this.#chunks;
  }

  #writableChunk(number: number): Chunk<T, K> {
    const chunks = this.#writableChunks();
    const chunk = chunks[number] as Chunk<T, K>;
    if (chunk.owner === this.#owner) return chunk;
    const owned = copyOf(this.#owner, chunk);
    chunks[number] = owned;
    return owned;
  }
}

/** The number of the first key that is not before what is sought. */
function firstFrom<K>(keys: readonly K[], isBefore: (key: K) => boolean): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(keys[middle] as K)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last of some items; of no items nobody asks. */
function lastOf<T>(items: readonly T[]): T {
  return items[items.length - 1] as T;
}
