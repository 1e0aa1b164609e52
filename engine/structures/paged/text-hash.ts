/** A random secret per process. It affects positions in memory, never values or their order. */
const [SECRET_A = 0, SECRET_B = 0] = crypto.getRandomValues(new Int32Array(2));

/**
 * A keyed 32-bit hash of a text, different in each process. Callers choose the hashed texts (slugs, for example), so
 * they must not be able to construct collisions. Marvin32 was designed for that, and is as fast as hashes without a
 * key.
 */
export function hashOf(text: string): number {
  let a = SECRET_A;
  let b = SECRET_B;
  const even = text.length & ~1;
  // Two characters per round, then the end marker, then a final round. All in one loop: in a separate function, a round
  // would allocate both numbers on the heap.
  for (let at = 0; at <= even + 2; at += 2) {
    let block = 0;
    if (at < even) block = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
    else if (at === even) block = even === text.length ? END : text.charCodeAt(even) | END_AFTER_ONE;
    a = (a + block) | 0;
    b ^= a;
    a = (((a << 20) | (a >>> 12)) + b) | 0;
    b = ((b << 9) | (b >>> 23)) ^ a;
    a = (((a << 27) | (a >>> 5)) + b) | 0;
    b = (b << 19) | (b >>> 13);
  }
  return a ^ b;
}

/** The end marker, so that no text is a prefix of another. */
const END = 0x80;
const END_AFTER_ONE = END << 16;
