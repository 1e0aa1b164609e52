import type { Owner } from "../structures/paged/owner.ts";
import { PagedArray } from "../structures/paged/paged-array.ts";
import { PagedBitmap } from "../structures/paged/paged-bitmap.ts";
import { BLOCK, finish, type Steps } from "./building/steps.ts";

/** Distinct slots in no particular order. */
export type SomeSlots = readonly number[] | PagedBitmap;

/** Estimated bytes of a list without its slots, and of each slot. */
const LIST_BYTES = 40;
const SLOT_BYTES = 8;

const NONE: SomeSlots = [];

/**
 * Posting lists: for each number of something that rows have in common (an entry that they are linked to, a word of a
 * text), the slots of these rows. Short lists are arrays, long ones bitmaps.
 */
export class PostingLists {
  readonly #owner: Owner;
  /** Lists of at least this length are bitmaps. */
  readonly #many: number;
  readonly #byNumber: PagedArray<SomeSlots>;
  #pairs: number;
  #changes = 0;

  private constructor(owner: Owner, many: number, byFar: PagedArray<SomeSlots>, links: number) {
    this.#owner = owner;
    this.#many = many;
    this.#byNumber = byFar;
    this.#pairs = links;
  }

  /** `each` visits every pair of number and slot once; lists of at least `many` slots become bitmaps. */
  static build(owner: Owner, many: number, each: EachPair): PostingLists {
    return finish(PostingLists.inSteps(owner, many, each));
  }

  /** Like `build`. */
  static *inSteps(owner: Owner, many: number, each: EachPair): Steps<PostingLists> {
    const { slots, starts } = yield* sortedPairs(each);
    const index = new PostingLists(owner, many, new PagedArray(owner), slots.length);
    let steps = 0;
    // In order of the numbers, so that neighbours are near each other in memory.
    for (let number = 0; number + 1 < starts.length; number++) {
      const own = slots.subarray(starts[number], starts[number + 1]);
      const isList = own.length < many;
      if (own.length > 0) index.#byNumber.set(number, isList ? listOf(own) : PagedBitmap.of(owner, own));
      steps += isList ? LIST_STEPS + own.length : BLOCK;
      if (steps < BLOCK) continue;
      steps = 0;
      yield;
    }
    return index;
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    return this.#pairs * SLOT_BYTES + this.#byNumber.length * LIST_BYTES;
  }

  /** Counts the changes. */
  get changes(): number {
    return this.#changes;
  }

  /** One more than the highest number that a slot ever had. */
  get length(): number {
    return this.#byNumber.length;
  }

  /** The slots with this number. Callers must not modify them. */
  at(number: number): SomeSlots {
    return this.#byNumber.get(number) ?? NONE;
  }

  /** Adds a slot to a number's list, or removes it. */
  mark(number: number, slot: number, hasIt: boolean): void {
    const slots = this.at(number);
    if (hasSlot(slots, slot) === hasIt) return;
    this.#changes++;
    this.#pairs += hasIt ? 1 : -1;
    if (slots instanceof PagedBitmap) {
      const own = slots.ownedBy(this.#owner);
      if (hasIt) own.add(slot);
      else own.delete(slot);
      this.#byNumber.set(number, own.size === 0 ? undefined : own);
      return;
    }
    const list = hasIt ? slots.toSpliced(slots.length, 0, slot) : slots.filter((each) => each !== slot);
    this.#byNumber.set(
      number,
      list.length === 0 ? undefined : list.length < this.#many ? list : PagedBitmap.of(this.#owner, list),
    );
  }

  /** The same lists for another owner; these must not be written to afterwards. */
  fork(owner: Owner): PostingLists {
    return new PostingLists(owner, this.#many, this.#byNumber.fork(owner), this.#pairs);
  }
}

/** Visits pairs of a number and a slot. */
export type EachPair = (visit: (number: number, slot: number) => void) => Steps<void>;

/** Making a list takes as long as putting so many slots into one. A bitmap is a step of its own. */
const LIST_STEPS = 16;

/** Pairs of a number and a slot, side by side. */
interface Pairs {
  readonly numbers: number[];
  readonly slots: number[];
}

/**
 * Counting sort: all slots in the order of their numbers, and where those of each number begin, with one more start for
 * the end.
 */
function* sortedPairs(each: EachPair): Steps<{ readonly slots: Int32Array; readonly starts: Int32Array }> {
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

function listOf(slots: Int32Array): readonly number[] {
  const list = new Array<number>(slots.length);
  for (let at = 0; at < slots.length; at++) list[at] = slots[at] as number;
  return list;
}

function hasSlot(slots: SomeSlots, slot: number): boolean {
  return slots instanceof PagedBitmap ? slots.has(slot) : slots.includes(slot);
}
