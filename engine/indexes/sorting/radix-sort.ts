import { blocksOf, LONG_BLOCK, type Steps } from "../building/steps.ts";
import { giveBack, takeIdentity, takeInts, takeNumbers } from "./sort-memory.ts";

const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;
const DIGIT_MASK = DIGITS - 1;
const SIGN = 0x8000_0000;

/** Index of the lower half of a number in memory: depends on the byte order. */
const LOW = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

/**
 * A stable least-significant-digit radix sort: returns the indexes of `words`, ordered by group and then by word. It
 * makes a few passes over all words and no comparisons.
 */
export function* radixSort(words: Float64Array, groups: Int32Array): Steps<Int32Array> {
  const sortable = takeNumbers(words.length);
  const halves = yield* sortableHalves(words, sortable);
  const whole = new Uint32Array(groups.buffer, groups.byteOffset, groups.length);
  let order = yield* takeIdentity(words.length);
  let spare = takeInts(words.length);
  yield;
  for (const { numbers, step, first } of [
    { numbers: halves, step: 2, first: LOW },
    { numbers: halves, step: 2, first: HIGH },
    { numbers: whole, step: 1, first: 0 },
  ]) {
    for (const shift of [0, DIGIT_BITS]) {
      const starts = yield* startsByDigit(numbers, step, first, shift);
      if (starts === null) continue;
      for (const [from, until] of blocksOf(order.length)) {
        yield;
        putByDigit(order.subarray(from, until), spare, numbers, step, first, shift, starts);
      }
      [order, spare] = [spare, order];
      giveBack(starts);
    }
  }
  giveBack(spare, sortable);
  return order;
}

/** Where the numbers with each digit begin in the order of this digit; null if all have the same one. */
function* startsByDigit(numbers: Uint32Array, step: number, first: number, shift: number): Steps<Int32Array | null> {
  const starts = takeInts(DIGITS).fill(0);
  for (const [from, until] of blocksOf(numbers.length, LONG_BLOCK * step)) {
    countDigits(numbers.subarray(from, until), step, first, shift, starts);
    yield;
  }
  const digitOfFirst = ((numbers[first] as number) >>> shift) & DIGIT_MASK;
  if ((starts[digitOfFirst] as number) * step >= numbers.length) {
    giveBack(starts);
    return null;
  }
  let start = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const count = starts[digit] as number;
    starts[digit] = start;
    start += count;
  }
  return starts;
}

function countDigits(numbers: Uint32Array, step: number, first: number, shift: number, counts: Int32Array): void {
  for (let at = first; at < numbers.length; at += step) {
    const digit = ((numbers[at] as number) >>> shift) & DIGIT_MASK;
    counts[digit] = (counts[digit] as number) + 1;
  }
}

/** One block of a pass: puts places in the order of one digit of their numbers. */
function putByDigit(
  order: Int32Array,
  into: Int32Array,
  numbers: Uint32Array,
  step: number,
  first: number,
  shift: number,
  starts: Int32Array,
): void {
  for (let at = 0; at < order.length; at++) {
    const place = order[at] as number;
    const digit = ((numbers[place * step + first] as number) >>> shift) & DIGIT_MASK;
    const to = starts[digit] as number;
    into[to] = place;
    starts[digit] = to + 1;
  }
}

/** Converts IEEE 754 numbers so that their bits, as unsigned integers, have the order of the numbers. */
function* sortableHalves(words: Float64Array, into: Float64Array): Steps<Uint32Array> {
  for (const [from, until] of blocksOf(words.length, LONG_BLOCK)) {
    into.set(words.subarray(from, until), from);
    makeSortable(new Uint32Array(into.buffer, from * Float64Array.BYTES_PER_ELEMENT, 2 * (until - from)));
    yield;
  }
  return new Uint32Array(into.buffer, 0, 2 * into.length);
}

function makeSortable(halves: Uint32Array): void {
  for (let at = 0; at < halves.length; at += 2) {
    const high = halves[at + HIGH] as number;
    if (high < SIGN) halves[at + HIGH] = high + SIGN;
    else {
      halves[at + HIGH] = ~high;
      halves[at + LOW] = ~(halves[at + LOW] as number);
    }
  }
}
