import type { PartColumn } from "../../structures/paged/part-column.ts";

/**
 * A block has this many values, as a power of two: so many that V8 makes it one of its large objects, which a collection of
 * young objects does not copy. Of smaller ones, which all survive, each such collection copies sixteen megabytes.
 */
const BLOCK_BITS = 15;
const BLOCK_SIZE = 1 << BLOCK_BITS;
const BLOCK_MASK = BLOCK_SIZE - 1;

/** A part of a column. */
interface Block<V> {
  readonly values: (V | undefined)[];
  /** Whether another column has it too. */
  isShared: boolean;
}

/**
 * Values by slot, undefined where there is no row: a copy-on-write array in blocks, which copies share. Blocks are plain
 * arrays, in which V8 stores numbers without objects. One array of all values would be allocated, copied and visited by the
 * garbage collector in one piece: ten milliseconds each for a million rows.
 */
export class ColumnValues<V = unknown> {
  readonly #room: number;
  readonly #blocks: Block<V>[] = [];
  #length = 0;

  /** `room`: how many values there will be, or a few less. */
  constructor(room: number) {
    this.#room = room;
  }

  get length(): number {
    return this.#length;
  }

  get(slot: number): V | undefined {
    return this.#blocks[slot >> BLOCK_BITS]?.values[slot & BLOCK_MASK];
  }

  /** Replaces the value of a slot below the length. */
  set(slot: number, value: V | undefined): void {
    this.#writable(slot)[slot & BLOCK_MASK] = value;
  }

  /** Adds the value of the next slot. */
  push(value: V | undefined): void {
    const slot = this.#length++;
    this.#writable(slot)[slot & BLOCK_MASK] = value;
  }

  /** Adds the values of the next slots: those of a column from one index up to another. Null must be one of the values. */
  pushAll(column: PartColumn, from: number, until: number): void {
    for (let at = from; at < until; ) {
      const offset = this.#length & BLOCK_MASK;
      const count = Math.min(until - at, BLOCK_SIZE - offset);
      column.copyTo(this.#writable(this.#length), offset, at, at + count);
      at += count;
      this.#length += count;
    }
  }

  /** The same values, which change on their own. */
  copy(): ColumnValues<V> {
    const copy = new ColumnValues<V>(this.#room);
    copy.#length = this.#length;
    for (const block of this.#blocks) {
      block.isShared = true;
      copy.#blocks.push(block);
    }
    return copy;
  }

  /** The block of a slot that is in the list or the next one, for this column alone. */
  #writable(slot: number): (V | undefined)[] {
    const number = slot >> BLOCK_BITS;
    const known = this.#blocks[number];
    if (known !== undefined && !known.isShared) return known.values;
    const values = known === undefined ? new Array<V | undefined>(this.#roomIn(number)) : known.values.slice();
    this.#blocks[number] = { values, isShared: false };
    return values;
  }

  #roomIn(block: number): number {
    return Math.max(0, Math.min(BLOCK_SIZE, this.#room - block * BLOCK_SIZE));
  }
}

/** Where there is no column. */
export const NO_VALUES: ColumnValues<never> = new ColumnValues<never>(0);
