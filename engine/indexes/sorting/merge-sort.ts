import type { Steps } from "../building/steps.ts";
import { giveBack, takeIdentity, takeInts } from "./sort-memory.ts";

/** Items that are sorted at once, as the first runs that are merged. */
const RUN = 2_048;

/** Items that one step merges. */
const STEP = 8_192;

type Compare = (one: number, other: number) => number;

/** A stable bottom-up merge sort: the numbers from 0 up to `count` in order. */
export function* mergeSort(count: number, compare: Compare): Steps<Int32Array> {
  let sorted = yield* takeIdentity(count);
  const inOrder: Compare = (one, other) => compare(one, other) || one - other;
  for (let start = 0; start < count; start += RUN) {
    sorted.subarray(start, start + RUN).sort(inOrder);
    if (count > RUN) yield;
  }
  let spare = takeInts(count > RUN ? count : 0);
  for (let length = RUN; length < count; length *= 2) {
    for (let start = 0; start < count; start += 2 * length) {
      const middle = Math.min(count, start + length);
      const merge = new Merge(sorted, spare, start, middle, Math.min(count, middle + length), compare);
      while (merge.step()) yield;
      yield;
    }
    [sorted, spare] = [spare, sorted];
  }
  giveBack(spare);
  return sorted;
}

/** Merges two adjacent runs into the same places of another list. */
class Merge {
  readonly #from: Int32Array;
  readonly #into: Int32Array;
  readonly #compare: Compare;
  readonly #middle: number;
  readonly #end: number;
  #left: number;
  #right: number;
  #at: number;

  constructor(from: Int32Array, into: Int32Array, start: number, middle: number, end: number, compare: Compare) {
    this.#from = from;
    this.#into = into;
    this.#compare = compare;
    this.#left = start;
    this.#right = middle;
    this.#middle = middle;
    this.#end = end;
    this.#at = start;
  }

  /** Returns false once all is merged. */
  step(): boolean {
    const [from, into, middle, end] = [this.#from, this.#into, this.#middle, this.#end];
    const stop = Math.min(end, this.#at + STEP);
    let [left, right] = [this.#left, this.#right];
    for (let at = this.#at; at < stop; at++) {
      const isLeft =
        right === end || (left < middle && this.#compare(from[left] as number, from[right] as number) <= 0);
      into[at] = from[isLeft ? left++ : right++] as number;
    }
    this.#left = left;
    this.#right = right;
    this.#at = stop;
    return stop < end;
  }
}
