import { SimdWords } from "./simd.ts";

/** How many bitmaps of one query are pooled; a query seldom needs more. */
const KEPT = 8;

const plain: Int32Array[] = [];
let simdArrays: Int32Array[] = [];
/** Undefined until wide bitmaps are first needed; null if the host does not provide SIMD. */
let simd: SimdWords | null | undefined;
let taken = 0;
let takenSlots = 0;
let isLent = false;
let minSimdWords = Number.POSITIVE_INFINITY;

/**
 * Uninitialised words for the bitmaps of one query, from a pool. Typed arrays have memory outside of the heap, which
 * costs more to allocate and free than most bitmaps cost to fill. So this memory is reused once `withScratch` returns,
 * and valid only until then. Outside of `withScratch` the words belong to the caller.
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

/** Memory for the lists of one query: the largest list beside bitmaps of a million slots has 3,907. */
const SLOT_BYTES = Int32Array.BYTES_PER_ELEMENT;
const slotMemory = new Int32Array(1 << 15);

/**
 * Room for a list of at most `most` slots, from memory that is reused as in `scratchWords`; null if there is not enough
 * of it, or outside of `withScratch`. It has undefined contents.
 */
export function scratchSlots(most: number): Int32Array | null {
  if (!isLent || takenSlots + most > slotMemory.length) return null;
  const room = new Int32Array(slotMemory.buffer, takenSlots * SLOT_BYTES, most);
  takenSlots += most;
  return room;
}

/** The first slots of some room; if it was taken last, the rest of it is available again. */
export function trimmedSlots(room: Int32Array, length: number): Int32Array {
  const { buffer, byteOffset, byteLength } = room;
  if (buffer === slotMemory.buffer && byteOffset + byteLength === takenSlots * SLOT_BYTES) {
    takenSlots -= room.length - length;
  }
  return new Int32Array(buffer, byteOffset, length);
}

/** The SIMD memory that contains these words; null if they have to be handled one by one. */
export function simdOf(words: Int32Array): SimdWords | null {
  return simd?.holds(words) ? simd : null;
}

/**
 * Runs work that makes bitmaps; its result must not contain any of them. Bitmaps of at least `simdWords` words use
 * SIMD, whose first use takes milliseconds for compilation.
 */
export function withScratch<T>(simdWords: number, work: () => T): T {
  const takenBefore = taken;
  const takenSlotsBefore = takenSlots;
  const wasLent = isLent;
  const minBefore = minSimdWords;
  isLent = true;
  minSimdWords = simdWords;
  try {
    return work();
  } finally {
    taken = takenBefore;
    takenSlots = takenSlotsBefore;
    isLent = wasLent;
    minSimdWords = minBefore;
  }
}

function roomFor(length: number): SimdWords | null {
  if (simd === undefined || (simd !== null && simd.capacity < length)) {
    // Bitmaps in the previous memory stay valid for their query, but are handled word by word from now on.
    simd = SimdWords.withRoom(KEPT, 2 ** Math.ceil(Math.log2(Math.max(length, MIN_CAPACITY))));
    simdArrays = [];
  }
  return simd;
}

/** A bitmap of a million slots has 31,250 words. */
const MIN_CAPACITY = 32_768;
