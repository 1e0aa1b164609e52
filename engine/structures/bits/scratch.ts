import { SimdWords } from "./simd.ts";

/** Sets of one question that are kept: more than this are seldom made for one. */
const KEPT = 8;

const plain: Int32Array[] = [];
let simdArrays: Int32Array[] = [];
/** Undefined until wide sets are first asked for; null where they cannot be had. */
let simd: SimdWords | null | undefined;
let taken = 0;
let isLent = false;
let minSimdWords = Number.POSITIVE_INFINITY;

/**
 * Words for the sets of one question, with whatever stood in them. Memory for them outside the heap costs more to ask
 * for, and to give back, than most sets cost to make: so it is used again once `withScratch` ends, and only good until
 * then. Outside `withScratch` they are the caller's own.
 */
export function scratchWords(length: number): Int32Array {
  if (!isLent || taken >= KEPT) return new Int32Array(length);
  const at = taken++;
  const room = length < minSimdWords ? null : roomFor(length);
  const arrays = room === null ? plain : simdArrays;
  const known = arrays[at];
  if (known?.length === length) return known;
  const fresh = room?.words(at, length) ?? new Int32Array(length);
  arrays[at] = fresh;
  return fresh;
}

/** The SIMD memory that holds some words; null where they have to be compared one by one. */
export function simdOf(words: Int32Array): SimdWords | null {
  return simd?.holds(words) ? simd : null;
}

/**
 * Does what makes sets, none of which may be in what it gives. `simdWords`: sets of so many words are worth SIMD,
 * which take milliseconds to be compiled when they are first asked for.
 */
export function withScratch<T>(simdWords: number, work: () => T): T {
  const before = { taken, isLent, minSimdWords };
  isLent = true;
  minSimdWords = simdWords;
  try {
    return work();
  } finally {
    ({ taken, isLent, minSimdWords } = before);
  }
}

function roomFor(length: number): SimdWords | null {
  if (simd === undefined || (simd !== null && simd.capacity < length)) {
    // Sets in the memory before this one are good for as long as their question lasts, but compared word by word.
    simd = SimdWords.withRoom(KEPT, 2 ** Math.ceil(Math.log2(Math.max(length, MIN_CAPACITY))));
    simdArrays = [];
  }
  return simd;
}

/** A set of a million slots has 31,250 words. */
const MIN_CAPACITY = 32_768;
