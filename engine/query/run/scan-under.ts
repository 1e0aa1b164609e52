import { invariant } from "../../error.ts";
import type { Range } from "../../indexes/ordered/index-order.ts";
import type { OrderedIndex } from "../../indexes/ordered/ordered-index.ts";
import { SlotBits, selectBits } from "../../indexes/slot-set.ts";
import { MAX_STEPS } from "../plan/costs.ts";
import type { OrderedScan } from "../plan/ordered-scan.ts";

/** Some slots as a bitmap. */
export interface CountedBits {
  readonly words: Int32Array;
  /** How many there are. */
  readonly count: number;
  /** The range of the index that contains all of them; null for the whole index. */
  readonly within: Range | null;
}

/** A part of an index, and how many slots of the set come before it. */
interface Part {
  readonly range: Range;
  readonly passed: number;
}

/**
 * Scans the slots in order and takes the members of a set, from number `start` up to `stop`. If `start` is not reached
 * within `steps`, the scan skips ahead to the block that contains it.
 */
export function scanUnder(
  { index, descending }: OrderedScan,
  set: CountedBits,
  start: number,
  stop: number,
  steps = MAX_STEPS,
): readonly number[] {
  const { words } = set;
  if (index === null) return selectBits(words, start, stop);
  const wanted = new SlotBits(words);
  let slots: readonly number[] = [];
  const partWith = (number: number) => (descending ? partDown : partUp)(index, set, number, steps);
  const isFar = start * index.length > set.count * steps;
  let part = isFar ? partWith(start) : beginning(index, descending, set.within ?? index.all, steps);
  for (let isFirst = true; ; isFirst = false) {
    const { range, passed } = part;
    const taken = index.take(range, descending, wanted, start + slots.length - passed, stop - passed);
    slots = slots.length === 0 ? taken : [...slots, ...taken];
    if (start + slots.length >= stop) return slots;
    invariant(isFirst || taken.length > 0, "what is in a set is in every index");
    part = partWith(start + slots.length);
  }
}

function beginning(index: OrderedIndex, descending: boolean, { from, to }: Range, steps: number): Part {
  if (index.count({ from, to }) <= steps) return { range: { from, to }, passed: 0 };
  return { range: index.stretch(descending ? to : from, steps, descending), passed: 0 };
}

/** The part that begins with the block of the slot with this number. */
function partUp(index: OrderedIndex, { words, count }: CountedBits, number: number, steps: number): Part {
  const block = index.sets.blockOf(number, words, count);
  if (block === null) return { range: index.all, passed: 0 };
  return { range: index.stretch(block.from, index.count(block) + steps, false), passed: block.before };
}

function partDown(index: OrderedIndex, { words, count }: CountedBits, number: number, steps: number): Part {
  const block = index.sets.blockOf(count - 1 - number, words, count);
  if (block === null) return { range: index.all, passed: 0 };
  return { range: index.stretch(block.to, index.count(block) + steps, true), passed: count - block.through };
}
