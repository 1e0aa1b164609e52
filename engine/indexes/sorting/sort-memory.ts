import { blocksOf, LONG_BLOCK, type Steps } from "../building/steps.ts";

/** Memory of sorts that is used again: as many lists as two sorts need, and bytes as two of a million rows. */
const MAX_LISTS = 16;
const MAX_BYTES = 1 << 26;

/** Smaller lists are garbage like any other. */
const MIN_BYTES = 1 << 12;

/** The largest ones that were given back. */
const free: ArrayBuffer[] = [];

/**
 * Memory for a sort, with any contents. Typed arrays are outside of the heap, and V8 runs a full garbage collection once
 * this memory has grown by some sixty megabytes, which takes seconds where there are millions of rows.
 */
function take(length: number): ArrayBuffer {
  const at = free.findIndex((buffer) => buffer.byteLength >= length && buffer.byteLength <= 2 * length);
  const [buffer] = at === -1 ? [] : free.splice(at, 1);
  return buffer ?? new ArrayBuffer(length);
}

/** So many integers, with any values, for a sort that gives them back. */
export function takeInts(length: number): Int32Array {
  return new Int32Array(take(length * Int32Array.BYTES_PER_ELEMENT), 0, length);
}

/** The same for numbers. */
export function takeNumbers(length: number): Float64Array {
  return new Float64Array(take(length * Float64Array.BYTES_PER_ELEMENT), 0, length);
}

/** The identity permutation, the integers from 0 up to `count`, for a sort that gives it back. */
export function* takeIdentity(count: number): Steps<Int32Array> {
  const numbers = takeInts(count);
  for (const [from, until] of blocksOf(count, LONG_BLOCK)) {
    yield;
    for (let at = from; at < until; at++) numbers[at] = at;
  }
  return numbers;
}

/** Gives back lists that `take` has made; nobody may use them any more. */
export function giveBack(...lists: readonly (Int32Array | Float64Array)[]): void {
  for (const { buffer } of lists) {
    // `take` has made this buffer.
    if (buffer.byteLength >= MIN_BYTES) free.push(buffer as ArrayBuffer);
  }
  free.sort((one, other) => other.byteLength - one.byteLength);
  const bytes = () => free.reduce((sum, { byteLength }) => sum + byteLength, 0);
  while (free.length > MAX_LISTS) free.pop();
  while (bytes() > MAX_BYTES) free.shift();
}
