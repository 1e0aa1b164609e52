import type { SortedList } from "../../structures/sorted-list/sorted-list.ts";
import type { IndexOrder, Range } from "./index-order.ts";

/** Labels at first are in the middle of the numbers there are, about as far from each other as there is room for. */
const FIRST = 2 ** 29;
const ROOM = 2 ** 30;

/** No row has it. */
const LAST = 2 ** 31 - 1;
const MAX_APART = 1_024;

/** What is left beside 31 bits of a label in a number that is exact. */
const KEY_SLOTS = 2 ** 22;

/** One row in so many more than there are has room without all being moved. */
const SPARE = 8;

type Slots = SortedList<number, unknown>;

/** The labels in a range: from one up to another. */
interface Border {
  readonly low: number;
  readonly high: number;
}

/**
 * Order-maintenance labels: one number for each row of an index, by slot; lower for a lower key, the same for equal keys.
 * Comparisons and range tests read the labels and not the rows, which lie anywhere in memory and cost a microsecond each
 * where there are many. Gaps between the labels leave room for rows that are added later.
 */
export class OrderLabels {
  readonly #order: IndexOrder;
  #bySlot: Int32Array;

  private constructor(order: IndexOrder, bySlot: Int32Array) {
    this.#order = order;
    this.#bySlot = bySlot;
  }

  /** `length`: one more than the highest slot; `firsts`: by place the first place of an equal row, where that is known. */
  static build(order: IndexOrder, slots: Slots, length: number, firsts: Int32Array | null = null): OrderLabels {
    const bySlot = new Int32Array(length + Math.ceil(length / SPARE));
    const apart = Math.min(MAX_APART, Math.floor(ROOM / Math.max(1, slots.length)));
    let label = FIRST;
    let previous: unknown;
    let place = 0;
    const isNew = (key: unknown): boolean =>
      firsts === null ? place === 0 || order.compare(previous, key) !== 0 : firsts[place] === place;
    slots.eachChunk(slots.start, slots.end, (items, start, stop, keys) => {
      for (let at = start; at < stop; at++, place++) {
        if (isNew(keys[at])) {
          label += apart;
          previous = keys[at];
        }
        bySlot[items[at] as number] = label;
      }
      return true;
    });
    return new OrderLabels(order, bySlot);
  }

  get bytes(): number {
    return this.#bySlot.byteLength;
  }

  of(slot: number): number {
    return this.#bySlot[slot] ?? 0;
  }

  /** Tells of slots in the index whether they are in one of some ranges, which rise and do not cut through equal rows. */
  slotsIn(ranges: readonly Range[], slots: Slots): LabelRange {
    const borders = ranges.map(({ from, to }) => ({ low: this.#labelAt(from, slots), high: this.#labelAt(to, slots) }));
    return new LabelRange(this.#bySlot, borders);
  }

  /**
   * Puts into `keys` for each of some slots a number in the order of their labels, from the lowest or from the highest, equal
   * ones by slot; `slotOfKey` gives the slot back. False where there are more slots than it can hold beside a label.
   */
  putKeys(keys: Float64Array, slots: ArrayLike<number>, descending: boolean): boolean {
    const bySlot = this.#bySlot;
    if (bySlot.length > KEY_SLOTS) return false;
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] as number;
      const label = bySlot[slot] ?? 0;
      keys[at] = (descending ? LAST - label : label) * KEY_SLOTS + slot;
    }
    return true;
  }

  /** Gives a row that has just been added its number; false when there is no room for it. */
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

/** The slot in a key that labels have given. */
export function slotOfKey(key: number): number {
  return key & (KEY_SLOTS - 1);
}

/** The slots whose labels lie between some borders, which rise. */
export class LabelRange {
  readonly #bySlot: Int32Array;
  readonly #borders: readonly Border[];
  /** From the first border to the last: a label outside is in none. */
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
}

/** The last range that begins at or before a label. There may be as many as a caller lists values. */
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
