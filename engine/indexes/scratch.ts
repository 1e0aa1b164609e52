/** Arrays that are kept at most: more sets than this are seldom made for one question. */
const KEPT = 8;

const arrays: Int32Array[] = [];
let taken = 0;

/**
 * Words for the sets of one question, with whatever stood in them. Memory for them outside the heap costs more to ask
 * for, and to give back, than most sets cost to make: so it is used again once `withScratch` ends, and only good until
 * then.
 */
export function scratchWords(length: number): Int32Array {
  const at = taken++;
  const known = arrays[at];
  if (known?.length === length) return known;
  const fresh = new Int32Array(length);
  if (at < KEPT) arrays[at] = fresh;
  return fresh;
}

/** Does what makes sets, none of which may be in what it gives. */
export function withScratch<T>(work: () => T): T {
  const before = taken;
  try {
    return work();
  } finally {
    taken = before;
  }
}
