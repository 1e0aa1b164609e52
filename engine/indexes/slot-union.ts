import type { PagedBitmap } from "../structures/paged/paged-bitmap.ts";
import { anyBits, emptyBits, hasBit, type SlotSet, setBit } from "./slot-set.ts";

/** With more than one in this many slots, a growing list takes more memory than a bitmap of all slots. */
const SPARSE_SHARE = 256;

/** Builds the union of many sets. */
export class SlotUnion {
  readonly #slots: number;
  readonly #areDisjoint: boolean;
  readonly #list: number[] = [];
  #words: Int32Array | null = null;

  /** `slots` is the number of all slots; `areDisjoint`: no slot is added twice. */
  constructor(slots: number, areDisjoint: boolean) {
    this.#slots = slots;
    this.#areDisjoint = areDisjoint;
  }

  addBits(bits: PagedBitmap): void {
    if (this.#words !== null || this.#list.length > 0) {
      bits.addTo(this.#asWords());
      return;
    }
    this.#words = anyBits(this.#slots);
    bits.copyTo(this.#words);
  }

  addList(slots: readonly number[]): void {
    for (let at = 0; at < slots.length; at++) this.add(slots[at] as number);
  }

  add(slot: number): void {
    if (this.#words !== null) setBit(this.#words, slot);
    else if (this.#list.push(slot) * SPARSE_SHARE > this.#slots) this.#asWords();
  }

  /** The union of everything that was added. */
  get set(): SlotSet {
    if (this.#words !== null) return { kind: "bits", words: this.#words };
    return { kind: "list", slots: this.#areDisjoint ? this.#list : onceEach(this.#list, this.#slots) };
  }

  #asWords(): Int32Array {
    if (this.#words !== null) return this.#words;
    const words = emptyBits(this.#slots);
    for (const slot of this.#list) setBit(words, slot);
    this.#words = words;
    return words;
  }
}

function onceEach(list: readonly number[], slots: number): readonly number[] {
  if (list.length < 2) return list;
  const seen = emptyBits(slots);
  return list.filter((slot) => {
    if (hasBit(seen, slot)) return false;
    setBit(seen, slot);
    return true;
  });
}
