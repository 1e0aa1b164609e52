import type { Owner } from "../paged/owner.ts";
import { type Chunk, chunkOf, copyOf, cutOff } from "./chunk.ts";

const CHUNK_SIZE = 128;

const NO_KEYS: readonly never[] = [];

/** The chunks of a list, which forks share, with summaries that avoid reading the chunks themselves. */
export class Chunks<T, K> {
  readonly owner: Owner;
  #chunks: Chunk<T, K>[];
  #lasts: K[];
  #lengths: number[];
  #ownsTable: boolean;
  /** The number of items before each chunk: computed on demand, and valid up to the last change. */
  #starts: number[] = [0];

  constructor(owner: Owner, shared?: Chunks<T, K>) {
    this.owner = owner;
    this.#chunks = shared === undefined ? [] : shared.#chunks;
    this.#lasts = shared === undefined ? [] : shared.#lasts;
    this.#lengths = shared === undefined ? [] : shared.#lengths;
    this.#ownsTable = shared === undefined;
  }

  /** Appends sorted items that come after all others; `keys`: null if items are their own keys. */
  appendAll(items: readonly T[], keys: readonly K[] | null): void {
    for (let start = 0; start < items.length; start += CHUNK_SIZE) {
      const end = start + CHUNK_SIZE;
      this.#put(this.length, chunkOf(this.owner, items.slice(start, end), keys?.slice(start, end) ?? null));
    }
  }

  /** The number of chunks; none is empty. */
  get length(): number {
    return this.#chunks.length;
  }

  at(number: number): Chunk<T, K> | undefined {
    return this.#chunks[number];
  }

  /** The keys of a chunk; empty after the last chunk. */
  keys(number: number): readonly K[] {
    return this.#chunks[number]?.keys ?? NO_KEYS;
  }

  /** The last key of each chunk. */
  get lasts(): readonly K[] {
    return this.#lasts;
  }

  /** The number of items before a chunk; after the last one, the number of all items. */
  before(number: number): number {
    const starts = this.#starts;
    for (let at = starts.length; at <= number; at++) {
      starts.push((starts[at - 1] ?? 0) + (this.#lengths[at - 1] ?? 0));
    }
    return starts[number] ?? 0;
  }

  /** The chunk that contains the item with this number; the search starts at chunk `from`. */
  chunkWith(item: number, from: number): number {
    let low = from;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.before(middle) <= item) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Appends a chunk with one item; `key`: null if items are their own keys. */
  append(item: T, key: readonly [K] | null): void {
    this.#put(this.#chunks.length, chunkOf(this.owner, [item], key && [...key]));
  }

  /** Changes the contents of a chunk, and splits or drops it if necessary. */
  change(number: number, work: (chunk: Chunk<T, K>) => void): void {
    const chunk = this.#writable(number);
    work(chunk);
    if (this.#starts.length > number + 1) this.#starts.length = number + 1;
    if (chunk.items.length > CHUNK_SIZE) {
      // Appending is the common case: a full last chunk stays nearly full instead of half empty.
      const isLast = number === this.#chunks.length - 1;
      this.#put(number + 1, cutOff(chunk, isLast ? CHUNK_SIZE - 1 : CHUNK_SIZE >> 1));
    }
    if (chunk.items.length > 0) {
      this.#lasts[number] = lastOf(chunk.keys);
      this.#lengths[number] = chunk.items.length;
    } else {
      for (const table of [this.#chunks, this.#lasts, this.#lengths]) table.splice(number, 1);
    }
  }

  /** The same chunks for another owner; these must not be written to afterwards. */
  fork(owner: Owner): Chunks<T, K> {
    return new Chunks(owner, this);
  }

  #put(number: number, chunk: Chunk<T, K>): void {
    this.#ownTable();
    this.#chunks.splice(number, 0, chunk);
    this.#lasts.splice(number, 0, lastOf(chunk.keys));
    this.#lengths.splice(number, 0, chunk.items.length);
  }

  #writable(number: number): Chunk<T, K> {
    this.#ownTable();
    const chunk = this.#chunks[number] as Chunk<T, K>;
    if (chunk.owner === this.owner) return chunk;
    const owned = copyOf(this.owner, chunk);
    this.#chunks[number] = owned;
    return owned;
  }

  #ownTable(): void {
    if (this.#ownsTable) return;
    this.#chunks = this.#chunks.slice();
    this.#lasts = this.#lasts.slice();
    this.#lengths = this.#lengths.slice();
    this.#ownsTable = true;
  }
}

/** The last of at least one key. */
function lastOf<K>(keys: readonly K[]): K {
  return keys[keys.length - 1] as K;
}
