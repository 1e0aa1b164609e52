import type { Owner } from "../structures/paged/owner.ts";
import { PagedArray } from "../structures/paged/paged-array.ts";
import { PagedBitmap } from "../structures/paged/paged-bitmap.ts";
import { BLOCK, finish, type Steps } from "./building/steps.ts";
import type { SlotList } from "./slot-set.ts";
import type { SlotUnion } from "./slot-union.ts";

/** Distinct slots in no particular order. */
export type SomeSlots = SlotList | PagedBitmap;

/** Estimated bytes of a slot in a list that changed, or in an array by slot. */
const SLOT_BYTES = 8;

const NONE: readonly number[] = [];

/** Lists side by side in the order of their numbers: one array, since separate ones are objects anywhere in memory. */
interface Lists {
  readonly slots: Int32Array;
  /** Where the list of each number begins; one more for the end. */
  readonly starts: Int32Array;
}

/**
 * Posting lists: for each number of something that rows have in common (an entry that they are linked to, a word of a
 * text), the slots of these rows. Short lists are arrays, long ones bitmaps. Lists are disjoint if a row has one such
 * number at most, as with a link to one; then they also tell the number of a slot.
 */
export class PostingLists {
  readonly #owner: Owner;
  /** Lists of at least this length are bitmaps. */
  readonly #many: number;
  /** The short lists as they were built. */
  readonly #built: Lists;
  /** The bitmaps, and the lists that have changed since; an empty one stands for a number that no slot has any more. */
  readonly #others: PagedArray<SomeSlots>;
  /** The number of each slot if the lists are disjoint, else null. */
  readonly #bySlot: PagedArray<number> | null;
  /** How many slots the others have. */
  #inOthers: number;
  #changes = 0;

  private constructor(
    owner: Owner,
    many: number,
    built: Lists,
    others: PagedArray<SomeSlots>,
    bySlot: PagedArray<number> | null,
    inOthers: number,
  ) {
    this.#owner = owner;
    this.#many = many;
    this.#built = built;
    this.#others = others;
    this.#bySlot = bySlot;
    this.#inOthers = inOthers;
  }

  /**
   * `each` visits every pair of number and slot once; lists of at least `many` slots become bitmaps; `areDisjoint`: no slot
   * has two numbers.
   */
  static build(owner: Owner, many: number, each: EachPair, areDisjoint = false): PostingLists {
    return finish(PostingLists.inSteps(owner, many, each, areDisjoint));
  }

  /** Like `build`. */
  static *inSteps(owner: Owner, many: number, each: EachPair, areDisjoint = false): Steps<PostingLists> {
    const bySlot = areDisjoint ? new PagedArray<number>(owner) : null;
    const all = yield* sortedPairs(each, bySlot);
    const bitmaps = new PagedArray<SomeSlots>(owner);
    let inBitmaps = 0;
    for (let number = 0; number + 1 < all.starts.length; number++) {
      const length = lengthIn(all, number);
      if (length < many || length === 0) continue;
      bitmaps.set(number, PagedBitmap.of(owner, listIn(all, number)));
      inBitmaps += length;
      yield;
    }
    const built = inBitmaps === 0 ? all : yield* withoutLong(all, many, inBitmaps);
    return new PostingLists(owner, many, built, bitmaps, bySlot, inBitmaps);
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    const { slots, starts } = this.#built;
    const beside = this.#inOthers + (this.#bySlot?.length ?? 0);
    return slots.byteLength + starts.byteLength + beside * SLOT_BYTES;
  }

  /** Counts the changes. */
  get changes(): number {
    return this.#changes;
  }

  /** One more than the highest number that a slot ever had. */
  get length(): number {
    return Math.max(this.#built.starts.length - 1, this.#others.length);
  }

  /** The slots with this number. Callers must not modify them. */
  at(number: number): SomeSlots {
    return this.#others.get(number) ?? listIn(this.#built, number);
  }

  /** How many slots have this number. */
  lengthAt(number: number): number {
    const other = this.#others.get(number);
    return other === undefined ? lengthIn(this.#built, number) : lengthOf(other);
  }

  /** How many slots have the numbers in a bitmap, added up. */
  lengthAtAll(numbers: Int32Array): number {
    let length = 0;
    for (let at = 0; at < numbers.length; at++) {
      for (let left = numbers[at] ?? 0; left !== 0; left &= left - 1) {
        length += this.lengthAt((at << 5) + 31 - Math.clz32(left & -left));
      }
    }
    return length;
  }

  /** Adds the slots with this number to a union, and returns how many they are. Makes no object, unlike `at`. */
  addTo(union: SlotUnion, number: number): number {
    const other = this.#others.get(number);
    if (other === undefined) {
      const { slots, starts } = this.#built;
      const start = starts[number] ?? 0;
      return union.addPart(slots, start, start + lengthIn(this.#built, number));
    }
    if (other instanceof PagedBitmap) union.addBits(other);
    else union.addList(other);
    return lengthOf(other);
  }

  /** Whether no slot is in two lists. */
  get areDisjoint(): boolean {
    return this.#bySlot !== null;
  }

  /** The number of a slot, if the lists are disjoint and one of them has it. */
  numberOf(slot: number): number | undefined {
    return this.#bySlot?.get(slot);
  }

  /** Adds a slot to a number's list, or removes it. */
  mark(number: number, slot: number, hasIt: boolean): void {
    const slots = this.at(number);
    if (hasSlot(slots, slot) === hasIt) return;
    this.#keepNumber(number, slot, hasIt);
    this.#changes++;
    const isOther = this.#others.get(number) !== undefined;
    this.#inOthers += (isOther ? 0 : lengthOf(slots)) + (hasIt ? 1 : -1);
    if (slots instanceof PagedBitmap) {
      const own = slots.ownedBy(this.#owner);
      if (hasIt) own.add(slot);
      else own.delete(slot);
      this.#others.set(number, own);
      return;
    }
    const list = hasIt ? [...slots, slot] : Array.from(slots).filter((each) => each !== slot);
    this.#others.set(number, list.length < this.#many ? list : PagedBitmap.of(this.#owner, list));
  }

  /** The same lists for another owner; these must not be written to afterwards. */
  fork(owner: Owner): PostingLists {
    const bySlot = this.#bySlot?.fork(owner) ?? null;
    return new PostingLists(owner, this.#many, this.#built, this.#others.fork(owner), bySlot, this.#inOthers);
  }

  #keepNumber(number: number, slot: number, hasIt: boolean): void {
    if (this.#bySlot === null) return;
    // A link to another document may be added before the present one is removed.
    if (hasIt) this.#bySlot.set(slot, number);
    else if (this.#bySlot.get(slot) === number) this.#bySlot.set(slot, undefined);
  }
}

/** The list of a number; empty if there is none. */
function listIn(lists: Lists, number: number): SlotList {
  const length = lengthIn(lists, number);
  const start = lists.starts[number] ?? 0;
  return length === 0 ? NONE : lists.slots.subarray(start, start + length);
}

/** The end of the last list is the start of a list that is not there. */
function lengthIn({ starts }: Lists, number: number): number {
  const end = starts[number + 1];
  return end === undefined ? 0 : end - (starts[number] ?? 0);
}

/** A copy without the lists of at least `many` slots, which have `inLong` slots together. */
function* withoutLong(all: Lists, many: number, inLong: number): Steps<Lists> {
  const slots = new Int32Array(all.slots.length - inLong);
  const starts = new Int32Array(all.starts.length);
  let [count, steps] = [0, 0];
  for (let number = 0; number + 1 < starts.length; number++) {
    starts[number] = count;
    const length = lengthIn(all, number);
    steps += 1 + length;
    if (length < many) {
      const end = all.starts[number + 1] as number;
      for (let at = all.starts[number] as number; at < end; at++) slots[count++] = all.slots[at] as number;
    }
    if (steps < BLOCK) continue;
    steps = 0;
    yield;
  }
  starts[starts.length - 1] = count;
  return { slots, starts };
}

/** Visits pairs of a number and a slot. */
export type EachPair = (visit: (number: number, slot: number) => void) => Steps<void>;

/** Pairs of a number and a slot, side by side. */
interface Pairs {
  readonly numbers: number[];
  readonly slots: number[];
}

/**
 * Counting sort: all slots in the order of their numbers, and the start of each number's slots, with one more start for
 * the end. The number of each slot is put into `bySlot`.
 */
function* sortedPairs(each: EachPair, bySlot: PagedArray<number> | null): Steps<Lists> {
  // Plain arrays: typed arrays are allocated outside of the heap, and V8 runs a full garbage collection when that
  // memory grows by much. Short ones: a list of all pairs is copied in one piece whenever it has grown.
  const blocks: Pairs[] = [];
  let last: Pairs = { numbers: [], slots: [] };
  let [pairs, length] = [0, 0];
  yield* each((number, slot) => {
    if (pairs++ % BLOCK === 0) {
      last = { numbers: [], slots: [] };
      blocks.push(last);
    }
    last.numbers.push(number);
    last.slots.push(slot);
    bySlot?.set(slot, number);
    if (number >= length) length = number + 1;
  });
  const starts = new Int32Array(length + 1);
  for (const { numbers } of blocks) {
    countIn(numbers, starts);
    yield;
  }
  for (let number = 1; number <= length; number++) {
    starts[number] = (starts[number] as number) + (starts[number - 1] as number);
  }
  yield;
  const slots = new Int32Array(pairs);
  const places = starts.slice();
  for (const block of blocks) {
    yield;
    putInOrder(block, slots, places);
  }
  return { slots, starts };
}

function countIn(numbers: readonly number[], starts: Int32Array): void {
  for (let at = 0; at < numbers.length; at++) {
    const next = (numbers[at] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
}

function putInOrder({ numbers, slots }: Pairs, into: Int32Array, places: Int32Array): void {
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number;
    const place = places[number] as number;
    into[place] = slots[at] as number;
    places[number] = place + 1;
  }
}

function hasSlot(slots: SomeSlots, slot: number): boolean {
  return slots instanceof PagedBitmap ? slots.has(slot) : slots.includes(slot);
}

/** How many slots there are. */
export function lengthOf(slots: SomeSlots): number {
  return slots instanceof PagedBitmap ? slots.size : slots.length;
}
