import { andInto, orInto } from "../../structures/bits/combine-bits.ts";
import type { Owner } from "../../structures/paged/owner.ts";
import type { PagedArray } from "../../structures/paged/paged-array.ts";
import type { Cursor } from "../../structures/sorted-list/cursor.ts";
import type { SortedList } from "../../structures/sorted-list/sorted-list.ts";
import type { Row } from "../../values/row.ts";
import type { IndexUpkeep } from "../building/row-index-build.ts";
import { finish, type Steps } from "../building/steps.ts";
import { anyBits, emptyBits, roomForSlots, type SlotList, type SlotSet, setBit } from "../slot-set.ts";
import type { IndexOrder, Range } from "./index-order.ts";
import { type Block, PrefixBitmaps } from "./prefix-bitmaps.ts";

/** Ranges with fewer rows than this, or than one in two to this power of the rows, are collected one by one. */
const ROWS_THRESHOLD = 64;
const SPARSE_SHIFT = 9;

/**
 * From so many rows on, the prefix bitmaps are built between requests, one boundary in a step. A query that needs them
 * makes some of these steps, and does without until all are made. Each change restarts the build; after so many
 * restarts a query builds all bitmaps. The steps of a query are few: each allocates a bitmap outside of V8's heap,
 * which takes 5 to 10 milliseconds while V8 marks it.
 */
const MANY_ROWS = 100_000;
const STEPS = 2;
const MAX_RESTARTS = 4;

/** The rows of an index as sets. Large sets use prefix bitmaps, which are built when they are first needed. */
export class RangeSets {
  readonly #owner: Owner;
  readonly #order: IndexOrder;
  readonly #rows: PagedArray<Row>;
  readonly #slots: SortedList<number, unknown>;
  readonly #upkeep: IndexUpkeep;
  #prefixes: PrefixBitmaps | null;
  /** The prefix bitmaps while they are being built. */
  #building: Steps<PrefixBitmaps> | null = null;
  #restarts = 0;

  /** `slots`: the slots of `rows`, in the order. */
  constructor(
    owner: Owner,
    order: IndexOrder,
    rows: PagedArray<Row>,
    slots: SortedList<number, unknown>,
    upkeep: IndexUpkeep,
    prefixes: PrefixBitmaps | null = null,
  ) {
    this.#owner = owner;
    this.#order = order;
    this.#rows = rows;
    this.#slots = slots;
    this.#upkeep = upkeep;
    this.#prefixes = prefixes;
  }

  get bytes(): number {
    return this.#prefixes?.bytes ?? 0;
  }

  /** A row was added to the index. */
  add(slot: number, key: unknown): void {
    this.#restart();
    this.#prefixes = this.#prefixes?.add(slot, key) ?? null;
  }

  /** A row was removed from the index. */
  remove(slot: number, key: unknown): void {
    this.#restart();
    this.#prefixes = this.#prefixes?.remove(slot, key) ?? null;
  }

  /** A row of the index has a different key now. */
  move(slot: number, from: unknown, to: unknown): void {
    this.#restart();
    this.#prefixes = this.#prefixes?.move(slot, from, to) ?? null;
  }

  /** The same over the forks of the rows and of the index. */
  fork(owner: Owner, rows: PagedArray<Row>, slots: SortedList<number, unknown>, upkeep: IndexUpkeep): RangeSets {
    return new RangeSets(owner, this.#order, rows, slots, upkeep, this.#prefixes?.fork(owner) ?? null);
  }

  /** The slots of some disjoint ranges. */
  of(ranges: readonly Range[]): SlotSet {
    let rows = 0;
    for (const { from, to } of ranges) rows += this.#slots.count(from, to);
    if (rows < Math.max(ROWS_THRESHOLD, this.#rows.length >> SPARSE_SHIFT)) {
      return { kind: "list", slots: this.#listOf(ranges, rows) };
    }
    const [only] = ranges;
    if (only !== undefined && ranges.length === 1) return { kind: "bits", words: this.#bitsOf(only) };
    return { kind: "bits", words: this.#bitsOfAll(ranges) };
  }

  /** The slots of a bitmap that are in a range; the bitmap is modified. */
  narrow(words: Int32Array, range: Range): SlotSet {
    const prefixes = this.#prefixBitmaps();
    if (prefixes !== null) prefixes.narrow(words, range, this.#slots);
    else andInto(words, 0, this.#bitsOf(range));
    return { kind: "bits", words };
  }

  /**
   * A part of the index that contains the row with this number, from 0, among `count` slots given as a bitmap. It never
   * splits runs of equal rows. Null if the whole index is as good.
   */
  blockOf(number: number, words: Int32Array, count: number): Block | null {
    return this.#prefixBitmaps()?.blockOf(number, words, count, this.#slots) ?? null;
  }

  /** As `PrefixBitmaps.inFirstBins`. */
  inFirstBins(set: SlotSet, rows: number, descending: boolean): SlotSet | null {
    return this.#prefixBitmaps()?.inFirstBins(set, this.#rows.length, rows, descending) ?? null;
  }

  /** The slots of some ranges with so many rows. */
  #listOf(ranges: readonly Range[], rows: number): SlotList {
    const room = roomForSlots(rows);
    if (room !== null) {
      let count = 0;
      for (const { from, to } of ranges) count = this.#put(room, count, from, to);
      return room;
    }
    const [only] = ranges;
    if (only !== undefined && ranges.length === 1) return this.#slots.slice(only.from, only.to);
    const slots: number[] = [];
    const put = (slot: number): boolean => slots.push(slot) > 0;
    for (const { from, to } of ranges) this.#slots.each(from, to, put);
    return slots;
  }

  /** Writes the slots between two points to an array, from an index on; returns the index behind them. */
  #put(into: Int32Array, start: number, from: Cursor, to: Cursor): number {
    let count = start;
    this.#slots.eachChunk(from, to, (items, first, stop) => {
      for (let at = first; at < stop; at++) into[count++] = items[at] as number;
      return true;
    });
    return count;
  }

  #prefixBitmaps(): PrefixBitmaps | null {
    if (this.#prefixes !== null || !PrefixBitmaps.pay(this.#slots.length)) return this.#prefixes;
    const isLong = this.#slots.length >= MANY_ROWS && this.#restarts < MAX_RESTARTS;
    if (isLong && this.#building === null) this.#upkeep.later(`sets in order of ${this.#order.name}`, this.#makeStep);
    this.#building ??= PrefixBitmaps.inSteps(this.#owner, this.#order, this.#slots, this.#rows.length);
    const made = isLong ? afterSteps(this.#building, STEPS) : finish(this.#building);
    if (made !== null) this.#finishPrefixes(made);
    return this.#prefixes;
  }

  /** A step of building the prefix bitmaps; true once they are finished, or begun anew by the next query. */
  readonly #makeStep = (): boolean => {
    const made = this.#building && afterSteps(this.#building, 1);
    if (made !== null) this.#finishPrefixes(made);
    return this.#building === null;
  };

  #finishPrefixes(made: PrefixBitmaps): void {
    this.#building = null;
    this.#prefixes = made;
    this.#upkeep.grows(made.bytes);
  }

  /** The index changes: prefix bitmaps that are being built would be wrong. */
  #restart(): void {
    if (this.#building === null) return;
    this.#building = null;
    this.#restarts++;
  }

  /** A caller's list of values decides how many ranges there are, so only long ones get a bitmap of their own. */
  #bitsOfAll(ranges: readonly Range[]): Int32Array {
    const isLong = ({ from, to }: Range) => this.#slots.count(from, to) > this.#rows.length >> SPARSE_SHIFT;
    let words: Int32Array | null = null;
    for (const range of ranges.filter(isLong)) {
      const bits = this.#bitsOf(range);
      if (words === null) words = bits;
      else orInto(words, 0, bits);
    }
    words ??= emptyBits(this.#rows.length);
    for (const range of ranges) if (!isLong(range)) this.#setBits(words, range);
    return words;
  }

  #bitsOf(range: Range): Int32Array {
    const prefixes = this.#prefixBitmaps();
    if (prefixes !== null) {
      const words = anyBits(this.#rows.length);
      prefixes.fill(words, range, this.#slots);
      return words;
    }
    const words = emptyBits(this.#rows.length);
    this.#setBits(words, range);
    return words;
  }

  #setBits(words: Int32Array, { from, to }: Range): void {
    this.#slots.eachChunk(from, to, (items, start, stop) => {
      for (let at = start; at < stop; at++) setBit(words, items[at] as number);
      return true;
    });
  }
}

/** The result after so many steps; null if there are more. */
function afterSteps<T>(steps: Steps<T>, count: number): T | null {
  for (let step = 0; step < count; step++) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
  return null;
}
