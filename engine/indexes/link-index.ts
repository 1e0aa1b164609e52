import type { Owner } from "../paged/owner.ts";
import { PagedArray } from "../paged/paged-array.ts";
import { PagedBits } from "../paged/paged-bits.ts";

/** The slots that are linked to one entry, each once and in no order that means anything. */
export type LinkedSlots = readonly number[] | PagedBits;

/** What a list of slots takes beside them, and each of these. */
const LIST_BYTES = 40;
const SLOT_BYTES = 8;

const NONE: LinkedSlots = [];

/**
 * The rows of one space that are linked at one end of a relation, by the number of what they are linked to: as a list
 * where they are few, else as bits.
 */
export class LinkIndex {
  readonly #owner: Owner;
  /** Lists become bits when they are as long as this. */
  readonly #many: number;
  readonly #byFar: PagedArray<LinkedSlots>;
  #links: number;

  private constructor(owner: Owner, many: number, byFar: PagedArray<LinkedSlots>, links: number) {
    this.#owner = owner;
    this.#many = many;
    this.#byFar = byFar;
    this.#links = links;
  }

  /** `each` gives every link: the number of what is linked to, and the slot of the row that is. */
  static build(owner: Owner, many: number, each: (visit: (far: number, slot: number) => void) => void): LinkIndex {
    const lists: number[][] = [];
    each((far, slot) => {
      const list = lists[far];
      if (list === undefined) lists[far] = [slot];
      else list.push(slot);
    });
    const index = new LinkIndex(owner, many, new PagedArray(owner), 0);
    // In the order of what is linked to, so that neighbours are near each other in memory.
    lists.forEach((list, far) => {
      index.#byFar.set(far, list.length < many ? list.slice() : bitsOf(owner, list));
      index.#links += list.length;
    });
    return index;
  }

  /** Roughly what it takes in memory. */
  get bytes(): number {
    return this.#links * SLOT_BYTES + this.#byFar.length * LIST_BYTES;
  }

  /** The slots that are linked to what has this number. Not to be changed. */
  at(far: number): LinkedSlots {
    return this.#byFar.get(far) ?? NONE;
  }

  /** A row has come to be linked to what has this number, or is not any more. */
  mark(far: number, slot: number, isLinked: boolean): void {
    const slots = this.at(far);
    if (hasSlot(slots, slot) === isLinked) return;
    this.#links += isLinked ? 1 : -1;
    if (slots instanceof PagedBits) {
      const own = slots.ownedBy(this.#owner);
      if (isLinked) own.add(slot);
      else own.delete(slot);
      this.#byFar.set(far, own.size === 0 ? undefined : own);
      return;
    }
    const list = isLinked ? [...slots, slot] : slots.filter((each) => each !== slot);
    this.#byFar.set(far, list.length === 0 ? undefined : list.length < this.#many ? list : bitsOf(this.#owner, list));
  }

  /** The same index for another owner; this one must not be written to any more. */
  fork(owner: Owner): LinkIndex {
    return new LinkIndex(owner, this.#many, this.#byFar.fork(owner), this.#links);
  }
}

function hasSlot(slots: LinkedSlots, slot: number): boolean {
  return slots instanceof PagedBits ? slots.has(slot) : slots.includes(slot);
}

function bitsOf(owner: Owner, slots: readonly number[]): PagedBits {
  const bits = new PagedBits(owner);
  for (const slot of slots) bits.add(slot);
  return bits;
}
