import type { Owner } from "../paged/owner.ts";
import { type Chunk, insertAt, type ListOrder, placeIn, removeAt } from "./chunk.ts";
import { Chunks } from "./chunks.ts";
import { behind, type Cursor, isAtOrBefore } from "./cursor.ts";
import { seek, stepBack } from "./seek.ts";
import { takeDown, takeUp, type Wanted } from "./take.ts";

/** An item with the key that it is sought by. */
export interface Keyed<T, K> {
  readonly item: T;
  readonly key: K;
}

/** Goes through the items of a chunk from one place up to another, with their keys beside them; false ends it. */
export type VisitChunk<T, K> = (items: readonly T[], start: number, stop: number, keys: readonly K[]) => boolean;

/**
 * Items in a total order, in chunks that forks share. Finding a place takes the logarithm of the length; adding and
 * removing touches one chunk. Keys are stored side by side: a seek among them reads nothing else.
 */
export class SortedList<T, K = T> {
  readonly #order: ListOrder<T, K>;
  readonly #chunks: Chunks<T, K>;
  #length: number;

  constructor(owner: Owner, order: ListOrder<T, K>, chunks = new Chunks<T, K>(owner), length = 0) {
    this.#order = order;
    this.#chunks = chunks;
    this.#length = length;
  }

  /** The list of these items with their keys, which are in order already; takes time in proportion to their number. */
  static of<T, K>(owner: Owner, order: ListOrder<T, K>, items: readonly T[], keys: readonly K[]): SortedList<T, K> {
    return new SortedList(owner, order, Chunks.of(owner, items, order.ownKeys ? null : keys), items.length);
  }

  get length(): number {
    return this.#length;
  }

  /** The last item in order. */
  get last(): T | undefined {
    return this.#chunks.at(this.#chunks.length - 1)?.items.at(-1);
  }

  /** The neighbours of the item equal to this one, which must be there; null at an end. */
  neighbours(item: T, key: K): { readonly before: Keyed<T, K> | null; readonly after: Keyed<T, K> | null } {
    const { chunk, place } = this.#find(item, key) ?? this.end;
    const own = this.#chunks.at(chunk);
    const before = place > 0 ? keyed(own, place - 1) : keyed(this.#chunks.at(chunk - 1), -1);
    return { before, after: keyed(own, place + 1) ?? keyed(this.#chunks.at(chunk + 1), 0) };
  }

  /** Adds an item that is not equal to one that is there. */
  add(item: T, key: K): void {
    this.#length++;
    if (this.#chunks.length === 0) {
      this.#chunks.append(item, this.#order.ownKeys ? null : [key]);
      return;
    }
    const number = Math.min(this.#chunkOf(item, key), this.#chunks.length - 1);
    this.#chunks.change(number, (chunk) => insertAt(chunk, placeIn(chunk, this.#order, item, key), item, key));
  }

  /** Removes the item equal to this one; false when there is none. */
  remove(item: T, key: K): boolean {
    const found = this.#find(item, key);
    if (found === null) return false;
    this.#chunks.change(found.chunk, (chunk) => removeAt(chunk, found.place));
    this.#length--;
    return true;
  }

  /** Gives the item equal to this one another key that is equal to its own. */
  rekey(item: T, key: K): void {
    const found = this.#find(item, key);
    if (found === null) return;
    this.#chunks.change(found.chunk, ({ keys }) => {
      keys[found.place] = key;
    });
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
    return seek(this.#chunks, isBefore, from);
  }

  /** Number of items between two points; 0 where the second comes first. */
  count(from: Cursor, to: Cursor): number {
    return Math.max(0, this.numberAt(to) - this.numberAt(from));
  }

  /** The point this many items on; the end where there are fewer. */
  forward(from: Cursor, count: number): Cursor {
    const number = this.numberAt(from) + count;
    if (number >= this.#length) return this.end;
    const chunk = this.#chunks.chunkWith(number, from.chunk);
    return { chunk, place: number - this.#chunks.before(chunk) };
  }

  /** Number of items before a point. */
  numberAt({ chunk, place }: Cursor): number {
    return this.#chunks.before(chunk) + place;
  }

  /** The item behind a point. */
  at(cursor: Cursor): T | undefined {
    const { chunk, place } = behind(this.#chunks, cursor);
    return this.#chunks.at(chunk)?.items[place];
  }

  /** The key of the item behind a point. */
  keyAt(cursor: Cursor): K | undefined {
    const { chunk, place } = behind(this.#chunks, cursor);
    return this.#chunks.keys(chunk)[place];
  }

  /** The key of the item before a point. */
  keyBefore({ chunk, place }: Cursor): K | undefined {
    return place > 0 ? this.#chunks.keys(chunk)[place - 1] : this.#chunks.keys(chunk - 1).at(-1);
  }

  /** The point before so many items that end at a point and have keys that pass: at most `most`, none before `from`. */
  stepBack(end: Cursor, from: Cursor, most: number, passes: (key: K) => boolean): Cursor {
    return stepBack(this.#chunks, end, from, most, passes);
  }

  /** Whether no item lies from the second point up to the first. */
  isAtOrBefore(cursor: Cursor, other: Cursor): boolean {
    return isAtOrBefore(this.#chunks, cursor, other);
  }

  /** Calls `visit` for the items between two points, in order, until it answers false; answers whether none did. */
  each(from: Cursor, to: Cursor, visit: (item: T) => boolean): boolean {
    for (let chunk = from.chunk; chunk <= to.chunk; chunk++) {
      const items = this.#chunks.at(chunk)?.items ?? [];
      const stop = chunk === to.chunk ? to.place : items.length;
      for (let place = chunk === from.chunk ? from.place : 0; place < stop; place++) {
        if (!visit(items[place] as T)) return false;
      }
    }
    return true;
  }

  /** The items between two points, in order. */
  slice(from: Cursor, to: Cursor): readonly T[] {
    if (from.chunk > to.chunk) return [];
    const first = this.#chunks.at(from.chunk)?.items ?? [];
    if (from.chunk === to.chunk) return first.slice(from.place, to.place);
    const items = first.slice(from.place);
    for (let chunk = from.chunk + 1; chunk <= to.chunk; chunk++) {
      const more = this.#chunks.at(chunk)?.items ?? [];
      const stop = chunk === to.chunk ? to.place : more.length;
      for (let place = 0; place < stop; place++) items.push(more[place] as T);
    }
    return items;
  }

  /** Visits the items between two points chunk by chunk until a visit returns false. */
  eachChunk(from: Cursor, to: Cursor, visit: VisitChunk<T, K>): void {
    for (let number = from.chunk; number <= to.chunk; number++) {
      const chunk = this.#chunks.at(number);
      if (chunk === undefined) return;
      const stop = number === to.chunk ? to.place : chunk.items.length;
      if (!visit(chunk.items, number === from.chunk ? from.place : 0, stop, chunk.keys)) return;
    }
  }

  /**
   * The wanted items between two points, null being all, from the first on, or from the last on with equal keys in their order: those
   * from number `start` up to `stop`, counted from 0.
   */
  take(
    from: Cursor,
    to: Cursor,
    descending: boolean,
    wanted: Wanted<T> | null,
    start: number,
    stop: number,
  ): readonly T[] {
    const taken: T[] = [];
    if (!descending) {
      takeUp(this.#chunks, from, to, wanted, start, stop - start, taken);
      return taken;
    }
    takeDown(this.#chunks, from, to, wanted, stop, taken, this.#order.compare);
    return start === 0 && taken.length <= stop ? taken : taken.slice(start, stop);
  }

  *[Symbol.iterator](): Generator<T> {
    for (let number = 0; number < this.#chunks.length; number++) yield* this.#chunks.at(number)?.items ?? [];
  }

  /** The same items for another owner; this list must not be written to any more. */
  fork(owner: Owner): SortedList<T, K> {
    return new SortedList(owner, this.#order, this.#chunks.fork(owner), this.#length);
  }

  /** The list for an owner to write to: this one where it is the owner's already, else a fork. */
  ownedBy(owner: Owner): SortedList<T, K> {
    return this.#chunks.owner === owner ? this : this.fork(owner);
  }

  /** Number of the first chunk whose last item is not below the item: the only one that can hold it. */
  #chunkOf(item: T, key: K): number {
    const { compare, compareEqual } = this.#order;
    const { lasts } = this.#chunks;
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = compare(lasts[middle] as K, key);
      if (order < 0 || (order === 0 && compareEqual(this.#chunks.at(middle)?.items.at(-1) as T, item) < 0))
        low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The place of the item equal to this one. */
  #find(item: T, key: K): Cursor | null {
    const { compare, compareEqual } = this.#order;
    const number = this.#chunkOf(item, key);
    const chunk = this.#chunks.at(number);
    if (chunk === undefined) return null;
    const { items, keys } = chunk;
    const place = placeIn(chunk, this.#order, item, key);
    if (place === items.length || (compare(keys[place] as K, key) || compareEqual(items[place] as T, item)) !== 0) {
      return null;
    }
    return { chunk: number, place };
  }
}

/** The item at a place of a chunk, as `at` counts; null for none. */
function keyed<T, K>(chunk: Chunk<T, K> | undefined, place: number): Keyed<T, K> | null {
  if (chunk === undefined || place >= chunk.items.length) return null;
  return { item: chunk.items.at(place) as T, key: chunk.keys.at(place) as K };
}
