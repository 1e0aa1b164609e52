import type { PartColumn } from "../../structures/paged/part-column.ts";

/**
 * A block has this many values, as a power of two: so many that V8 makes it one of its large objects, which a collection of
 * young objects does not copy. Of smaller ones, which all survive, each such collection copies sixteen megabytes.
 */
const BLOCK_BITS = 15;
const BLOCK_SIZE = 1 << BLOCK_BITS;
const BLOCK_MASK = BLOCK_SIZE - 1;

/**
 * Values by slot, undefined where there is no row: a list in blocks. Blocks are plain arrays, in which V8 stores numbers without
 * objects. One array of all values would be allocated and visited by the garbage collector in one piece: ten milliseconds each
 * for a million rows.
 */
export class ColumnValues<V = unknown> {
  readonly #room: number;
  readonly #blocks: (V | undefined)[][] = [];
  #length = 0;

  /** `room`: how many values there will be, or a few less. */
  constructor(room: number) {
    this.#room = room;
  }

  get length(): number {
    return this.#length;
  }

  get(slot: number): V | undefined {
    return this.#blocks[slot >> BLOCK_BITS]?.[slot & BLOCK_MASK];
  }

  /** Adds the value of the next slot. */
  push(value: V | undefined): void {
    const slot = this.#length++;
    this.#blockOf(slot)[slot & BLOCK_MASK] = value;
  }

  /** Adds the values of the next slots, from `from` up to `until` in the column. Null must be one of the values. */
  pushAll(column: PartColumn, from: number, until: number): void {
    for (let at = from; at < until; ) {
      const offset = this.#length & BLOCK_MASK;
      const count = Math.min(until - at, BLOCK_SIZE - offset);
      column.copyTo(this.#blockOf(this.#length), offset, at, at + count);
      at += count;
      this.#length += count;
    }
  }

  /** The block of a slot that is in the list or the next one. */
  #blockOf(slot: number): (V | undefined)[] {
    const number = slot >> BLOCK_BITS;
    let block = this.#blocks[number];
    if (block === undefined) {
      block = new Array<V | undefined>(this.#roomIn(number));
      this.#blocks[number] = block;
    }
    return block;
  }

  #roomIn(block: number): number {
    return Math.max(0, Math.min(BLOCK_SIZE, this.#room - block * BLOCK_SIZE));
  }
}

/** Where there is no column. */
export const NO_VALUES: ColumnValues<never> = new ColumnValues<never>(0);
