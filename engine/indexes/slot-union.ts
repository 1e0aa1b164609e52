import { scratchSlots, trimmedSlots } from "../structures/bits/scratch.ts";
import type { PagedBitmap } from "../structures/paged/paged-bitmap.ts";
import { anyBits, emptyBits, hasBit, type SlotList, type SlotSet, setBit, setBits, wantedOf } from "./slot-set.ts";

/** With more than one in this many slots, a list takes more memory than a bitmap of all slots. */
const SPARSE_SHARE = 256;

/** Whether the union of sets with so many members in all is a list. */
export function isSparse(members: number, slots: number): boolean {
  return members * SPARSE_SHARE <= slots;
}

/** Builds the union of many sets. */
export class SlotUnion {
  readonly #slots: number;
  readonly #areDisjoint: boolean;
  readonly #list: Int32Array;
  #length = 0;
  #words: Int32Array | null = null;

  /** `slots` is the number of all slots; `areDisjoint`: no slot is added twice. */
  constructor(slots: number, areDisjoint: boolean) {
    this.#slots = slots;
    this.#areDisjoint = areDisjoint;
    const most = Math.floor(slots / SPARSE_SHARE) + 1;
    this.#list = scratchSlots(most) ?? new Int32Array(most);
  }

  addBits(bits: PagedBitmap): void {
    if (this.#words !== null || this.#length > 0) {
      bits.addTo(this.#asWords());
      return;
    }
    this.#words = anyBits(this.#slots);
    bits.copyTo(this.#words);
  }

  addList(slots: SlotList): void {
    if (this.#fits(slots.length)) {
      for (let at = 0; at < slots.length; at++) this.#list[this.#length++] = slots[at] as number;
    } else {
      setBits(this.#asWords(), slots);
    }
  }

  /** Adds the slots of an array from one index up to another, and returns how many they are. */
  addPart(slots: Int32Array, from: number, to: number): number {
    if (this.#fits(to - from)) {
      for (let at = from; at < to; at++) this.#list[this.#length++] = slots[at] as number;
    } else {
      const words = this.#asWords();
      for (let at = from; at < to; at++) setBit(words, slots[at] as number);
    }
    return to - from;
  }

  add(slot: number): void {
    if (this.#words !== null) {
      setBit(this.#words, slot);
      return;
    }
    this.#list[this.#length++] = slot;
    if (!isSparse(this.#length, this.#slots)) this.#asWords();
  }

  /** The union of everything that was added, to be read once. */
  get set(): SlotSet {
    if (this.#words !== null) return { kind: "bits", words: this.#words };
    const list = trimmedSlots(this.#list, this.#length);
    return { kind: "list", slots: this.#areDisjoint ? list : onceEach(list, this.#slots) };
  }

  /** Whether so many slots more are still a list. */
  #fits(more: number): boolean {
    return this.#words === null && isSparse(this.#length + more, this.#slots);
  }

  #asWords(): Int32Array {
    if (this.#words !== null) return this.#words;
    const words = emptyBits(this.#slots);
    for (let at = 0; at < this.#length; at++) setBit(words, this.#list[at] as number);
    this.#words = words;
    return words;
  }
}

function onceEach(list: SlotList, slots: number): SlotList {
  if (list.length < 2) return list;
  const seen = emptyBits(slots);
  return wantedOf(list, {
    has: (slot) => {
      if (hasBit(seen, slot)) return false;
      setBit(seen, slot);
      return true;
    },
  });
}
