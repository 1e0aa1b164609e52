import type { Owner } from "../paged/owner.ts";
import { type Chunk, indexIn, insertAt, type ListOrder, removeAt } from "./chunk.ts";
import { Chunks } from "./chunks.ts";
import { type Cursor, isAtOrBefore } from "./cursor.ts";
import { seek, stepBack } from "./seek.ts";
import { takeDown, takeUp, type WantedItems } from "./take.ts";

/** An item with its search key. */
export interface Keyed<T, K> {
  readonly item: T;
  readonly key: K;
}

const START: Cursor = { chunk: 0, index: 0 };

/** Visits the items of a chunk from `start` up to `stop`, with their keys; returns false to end the visit. */
export type VisitChunk<T, K> = (items: readonly T[], start: number, stop: number, keys: readonly K[]) => boolean;

/**
 * A copy-on-write sorted list, stored in chunks that forks share. Finding a place takes logarithmic time; adding and
 * removing touch one chunk. Keys are stored side by side, so a search reads nothing else.
 */
export class SortedList<T, K = T> {
  readonly #order: ListOrder<T, K>;
  readonly #chunks: Chunks<T, K>;
  #length: number;
  /** Kept, because every search of a range asks for it. */
  #end: Cursor = START;

  constructor(owner: Owner, order: ListOrder<T, K>, chunks = new Chunks<T, K>(owner), length = 0) {
    this.#order = order;
    this.#chunks = chunks;
    this.#length = length;
  }

  /** The list of items that are sorted already, with their keys; takes linear time. */
  static of<T, K>(owner: Owner, order: ListOrder<T, K>, items: readonly T[], keys: readonly K[]): SortedList<T, K> {
    const list = new SortedList(owner, order);
    list.appendAll(items, keys);
    return list;
  }

  /** Appends items that are sorted already and come after all others, with their keys. */
  appendAll(items: readonly T[], keys: readonly K[]): void {
    this.#chunks.appendAll(items, this.#order.ownKeys ? null : keys);
    this.#length += items.length;
  }

  get length(): number {
    return this.#length;
  }

  /** The last item in order. */
  get last(): T | undefined {
    return this.#chunks.at(this.#chunks.length - 1)?.items.at(-1);
  }

  /** The neighbours of the item equal to this one, which must be in the list; null at either end. */
  neighbours(item: T, key: K): { readonly before: Keyed<T, K> | null; readonly after: Keyed<T, K> | null } {
    const { chunk, index } = this.#find(item, key) ?? this.end;
    const own = this.#chunks.at(chunk);
    const before = index > 0 ? keyed(own, index - 1) : keyed(this.#chunks.at(chunk - 1), -1);
    return { before, after: keyed(own, index + 1) ?? keyed(this.#chunks.at(chunk + 1), 0) };
  }

  /** Adds an item that is not equal to any in the list. */
  add(item: T, key: K): void {
    this.#length++;
    if (this.#chunks.length === 0) {
      this.#chunks.append(item, this.#order.ownKeys ? null : [key]);
      return;
    }
    const number = Math.min(this.#chunkOf(item, key), this.#chunks.length - 1);
    this.#chunks.change(number, (chunk) => insertAt(chunk, indexIn(chunk, this.#order, item, key), item, key));
  }

  /** Removes the item equal to this one; returns false if there is none. */
  remove(item: T, key: K): boolean {
    const found = this.#find(item, key);
    if (found === null) return false;
    this.#chunks.change(found.chunk, (chunk) => removeAt(chunk, found.index));
    this.#length--;
    return true;
  }

  /** Replaces the key of the item equal to this one by an equal key. */
  rekey(item: T, key: K): void {
    const found = this.#find(item, key);
    if (found === null) return;
    this.#chunks.change(found.chunk, ({ keys }) => {
      keys[found.index] = key;
    });
  }

  get start(): Cursor {
    return START;
  }

  get end(): Cursor {
    const { length } = this.#chunks;
    if (this.#end.chunk !== length) this.#end = { chunk: length, index: 0 };
    return this.#end;
  }

  /**
   * The point before the first item whose key fails `isBefore`, which must be true for a prefix of the list only.
   * `from`: a point at or before it, ideally close.
   */
  seek(isBefore: (key: K) => boolean, from?: Cursor): Cursor {
    return seek(this.#chunks, isBefore, from);
  }

  /** The number of items between two points; 0 if the second comes first. */
  count(from: Cursor, to: Cursor): number {
    return Math.max(0, this.numberAt(to) - this.numberAt(from));
  }

  /** The point `count` items further on; the end if there are fewer. */
  forward(from: Cursor, count: number): Cursor {
    const number = this.numberAt(from) + count;
    if (number >= this.#length) return this.end;
    const chunk = this.#chunks.chunkWith(number, from.chunk);
    return { chunk, index: number - this.#chunks.before(chunk) };
  }

  /** The number of items before a point. */
  numberAt({ chunk, index }: Cursor): number {
    return this.#chunks.before(chunk) + index;
  }

  /** The item after a point. */
  at({ chunk, index }: Cursor): T | undefined {
    const items = this.#chunks.at(chunk)?.items;
    // At the end of a chunk, it is the first one of the next chunk.
    return items !== undefined && index < items.length ? items[index] : this.#chunks.at(chunk + 1)?.items[0];
  }

  /** The key of the item after a point. */
  keyAt({ chunk, index }: Cursor): K | undefined {
    const keys = this.#chunks.keys(chunk);
    return index < keys.length ? keys[index] : this.#chunks.keys(chunk + 1)[0];
  }

  /** The key of the item before a point. */
  keyBefore({ chunk, index }: Cursor): K | undefined {
    return index > 0 ? this.#chunks.keys(chunk)[index - 1] : this.#chunks.keys(chunk - 1).at(-1);
  }

  /** The point before the items that end at `end` and whose keys pass: at most `most` items, none before `from`. */
  stepBack(end: Cursor, from: Cursor, most: number, passes: (key: K) => boolean): Cursor {
    return stepBack(this.#chunks, end, from, most, passes);
  }

  /** Whether no item lies between the second point and the first. */
  isAtOrBefore(cursor: Cursor, other: Cursor): boolean {
    return isAtOrBefore(this.#chunks, cursor, other);
  }

  /** Calls `visit` for the items between two points, in order, until it returns false; returns whether none did. */
  each(from: Cursor, to: Cursor, visit: (item: T) => boolean): boolean {
    for (let chunk = from.chunk; chunk <= to.chunk; chunk++) {
      const items = this.#chunks.at(chunk)?.items ?? [];
      const stop = chunk === to.chunk ? to.index : items.length;
      for (let index = chunk === from.chunk ? from.index : 0; index < stop; index++) {
        if (!visit(items[index] as T)) return false;
      }
    }
    return true;
  }

  /** The items between two points, in order. */
  slice(from: Cursor, to: Cursor): readonly T[] {
    if (from.chunk > to.chunk) return [];
    const first = this.#chunks.at(from.chunk)?.items ?? [];
    if (from.chunk === to.chunk) return first.slice(from.index, to.index);
    const items = first.slice(from.index);
    for (let chunk = from.chunk + 1; chunk <= to.chunk; chunk++) {
      const more = this.#chunks.at(chunk)?.items ?? [];
      const stop = chunk === to.chunk ? to.index : more.length;
      for (let index = 0; index < stop; index++) items.push(more[index] as T);
    }
    return items;
  }

  /** Visits the items between two points chunk by chunk until a visit returns false. */
  eachChunk(from: Cursor, to: Cursor, visit: VisitChunk<T, K>): void {
    for (let number = from.chunk; number <= to.chunk; number++) {
      const chunk = this.#chunks.at(number);
      if (chunk === undefined) return;
      const stop = number === to.chunk ? to.index : chunk.items.length;
      if (!visit(chunk.items, number === from.chunk ? from.index : 0, stop, chunk.keys)) return;
    }
  }

  /**
   * The wanted items between two points (null: all items), in ascending or descending order of keys; items with equal
   * keys stay in their order. Returns the items from number `start` up to `stop`, counted from 0.
   */
  take(
    from: Cursor,
    to: Cursor,
    descending: boolean,
    wanted: WantedItems<T> | null,
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

  /** The same items for another owner; this list must not be written to afterwards. */
  fork(owner: Owner): SortedList<T, K> {
    return new SortedList(owner, this.#order, this.#chunks.fork(owner), this.#length);
  }

  /** The list for an owner to write to: this one if it is the owner's already, otherwise a fork. */
  ownedBy(owner: Owner): SortedList<T, K> {
    return this.#chunks.owner === owner ? this : this.fork(owner);
  }

  /** Index of the first chunk whose last item is not below the item: the only one that can contain it. */
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

  /** The position of the item equal to this one; null if there is none. */
  #find(item: T, key: K): Cursor | null {
    const { compare, compareEqual } = this.#order;
    const number = this.#chunkOf(item, key);
    const chunk = this.#chunks.at(number);
    if (chunk === undefined) return null;
    const { items, keys } = chunk;
    const index = indexIn(chunk, this.#order, item, key);
    if (index === items.length || (compare(keys[index] as K, key) || compareEqual(items[index] as T, item)) !== 0) {
      return null;
    }
    return { chunk: number, index };
  }
}

/** The item at an index of a chunk, negative from its end; null if there is none. */
function keyed<T, K>(chunk: Chunk<T, K> | undefined, index: number): Keyed<T, K> | null {
  if (chunk === undefined || index >= chunk.items.length) return null;
  return { item: chunk.items.at(index) as T, key: chunk.keys.at(index) as K };
}
