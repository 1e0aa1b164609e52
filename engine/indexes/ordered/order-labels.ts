import type { SortedList } from "../../structures/sorted-list/sorted-list.ts";
import { finish, type Steps } from "../building/steps.ts";
import type { IndexOrder, Range } from "./index-order.ts";

/** Initial labels are in the middle of the available numbers, as far apart as there is room. */
const FIRST = 2 ** 29;
const ROOM = 2 ** 30;

/** No row has this label. */
const LAST = 2 ** 31 - 1;
const MAX_APART = 1_024;

/** How many slots fit beside a 31-bit label in an exact number. */
const KEY_SLOTS = 2 ** 22;

/** Spare capacity for added rows: one in this many. */
const SPARE = 8;

/** Chunks of the list that one step of building visits. */
const CHUNKS = 128;

type Slots = SortedList<number, unknown>;

/** A range of labels; `high` is exclusive. */
interface Border {
  readonly low: number;
  readonly high: number;
}

/**
 * Order-maintenance labels: one number for each row of an index, by slot; lower for a lower key and equal for equal
 * keys. Comparisons and range tests read the labels instead of the rows, which are scattered in memory and cost a
 * microsecond each if there are many. Gaps between the labels leave room for rows that are added later.
 */
export class OrderLabels {
  readonly #order: IndexOrder;
  #bySlot: Int32Array;

  private constructor(order: IndexOrder, bySlot: Int32Array) {
    this.#order = order;
    this.#bySlot = bySlot;
  }

  /**
   * `length`: one more than the highest slot; `firsts`: for each place the first place of an equal row, if that is
   * known.
   */
  static build(order: IndexOrder, slots: Slots, length: number, firsts: Int32Array | null = null): OrderLabels {
    return finish(OrderLabels.inSteps(order, slots, length, firsts));
  }

  /** Like `build`. */
  static *inSteps(
    order: IndexOrder,
    slots: Slots,
    length: number,
    firsts: Int32Array | null = null,
  ): Steps<OrderLabels> {
    const bySlot = new Int32Array(length + Math.ceil(length / SPARE));
    const apart = Math.min(MAX_APART, Math.floor(ROOM / Math.max(1, slots.length)));
    let label = FIRST;
    let previous: unknown;
    let place = 0;
    const isNew = (key: unknown): boolean =>
      firsts === null ? place === 0 || order.compare(previous, key) !== 0 : firsts[place] === place;
    for (let chunk = 0; place < slots.length; chunk += CHUNKS) {
      slots.eachChunk({ chunk, index: 0 }, { chunk: chunk + CHUNKS, index: 0 }, (items, start, stop, keys) => {
        for (let at = start; at < stop; at++, place++) {
          if (isNew(keys[at])) {
            label += apart;
            previous = keys[at];
          }
          bySlot[items[at] as number] = label;
        }
        return true;
      });
      yield;
    }
    return new OrderLabels(order, bySlot);
  }

  /** The same labels, which can be changed independently. */
  copy(): OrderLabels {
    return new OrderLabels(this.#order, this.#bySlot.slice());
  }

  get bytes(): number {
    return this.#bySlot.byteLength;
  }

  of(slot: number): number {
    return this.#bySlot[slot] ?? 0;
  }

  /** A test whether slots are in one of the ranges, which must be ascending and must not split runs of equal rows. */
  slotsIn(ranges: readonly Range[], slots: Slots): LabelRange {
    const borders = ranges.map(({ from, to }) => ({ low: this.#labelAt(from, slots), high: this.#labelAt(to, slots) }));
    return new LabelRange(this.#bySlot, borders);
  }

  /**
   * Fills `keys` with a sort key for each of the first `count` slots: ascending or descending by label, and by slot where labels are equal;
   * `slotOfKey` returns the slot of a key. Returns false if there are too many slots to fit beside a label.
   */
  putKeys(keys: Float64Array, slots: ArrayLike<number>, count: number, descending: boolean): boolean {
    const bySlot = this.#bySlot;
    if (bySlot.length > KEY_SLOTS) return false;
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number;
      const label = bySlot[slot] ?? 0;
      keys[at] = (descending ? LAST - label : label) * KEY_SLOTS + slot;
    }
    return true;
  }

  /** Assigns a label to a row that was just added; false if there is no room for one. */
  add(slot: number, key: unknown, slots: Slots): boolean {
    const { before, after } = slots.neighbours(slot, key);
    const low = before === null ? 0 : this.of(before.item);
    const high = after === null ? LAST : this.of(after.item);
    if (before !== null && this.#order.compare(before.key, key) === 0) return this.#put(slot, low);
    if (after !== null && this.#order.compare(after.key, key) === 0) return this.#put(slot, high);
    if (high - low < 2) return false;
    if (after === null) return this.#put(slot, Math.min(low + MAX_APART, low + ((high - low) >> 1)));
    if (before === null) return this.#put(slot, Math.max(high - MAX_APART, low + ((high - low) >> 1)));
    return this.#put(slot, low + ((high - low) >> 1));
  }

  #put(slot: number, label: number): true {
    if (slot >= this.#bySlot.length) {
      const longer = new Int32Array(slot + 1 + Math.ceil(slot / SPARE));
      longer.set(this.#bySlot);
      this.#bySlot = longer;
    }
    this.#bySlot[slot] = label;
    return true;
  }

  #labelAt(cursor: Range["from"], slots: Slots): number {
    const slot = slots.at(cursor);
    return slot === undefined ? LAST : this.of(slot);
  }
}

/** The slot in a key made by `putKeys`. */
export function slotOfKey(key: number): number {
  return key & (KEY_SLOTS - 1);
}

/** The slots whose labels are in one of some ascending ranges. */
export class LabelRange {
  readonly #bySlot: Int32Array;
  readonly #borders: readonly Border[];
  /** The first and the last bound: labels outside are in no range. */
  readonly #low: number;
  readonly #high: number;

  constructor(bySlot: Int32Array, borders: readonly Border[]) {
    this.#bySlot = bySlot;
    this.#borders = borders;
    this.#low = borders[0]?.low ?? LAST;
    this.#high = borders.at(-1)?.high ?? 0;
  }

  has(slot: number): boolean {
    const label = this.#bySlot[slot] ?? 0;
    if (label < this.#low || label >= this.#high) return false;
    return this.#borders.length === 1 || label < (lastUpTo(this.#borders, label)?.high ?? 0);
  }

  /** How many of some slots are in the ranges; they must be in the order of the labels. */
  countIn(sorted: Int32Array): number {
    let count = 0;
    for (const { low, high } of this.#borders) {
      if (low < high) count += this.#placeOf(high, sorted) - this.#placeOf(low, sorted);
    }
    return count;
  }

  /** Binary search for the place of the first slot whose label is not below a given one. */
  #placeOf(label: number, sorted: Int32Array): number {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#bySlot[sorted[middle] as number] ?? 0) < label) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Binary search for the last range that begins at or before a label. A caller's list of values decides how many ranges
 * there are.
 */
function lastUpTo(borders: readonly Border[], label: number): Border | undefined {
  let low = 0;
  let high = borders.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((borders[middle]?.low ?? 0) <= label) low = middle + 1;
    else high = middle;
  }
  return borders[low - 1];
}
