/** Drawn anew by each process. It decides positions in memory, never values or their order. */
const [SECRET_A = 0, SECRET_B = 0] = crypto.getRandomValues(new Int32Array(2));

/**
 * A number of 32 bits that texts which differ rarely share; it is another one in each process. Callers choose what is
 * hashed (slugs, say), so callers must not be able to find texts that collide: Marvin32, made for that purpose, and as
 * quick as hashes that are open to anyone.
 */
export function hashOf(text: string): number {
  let a = SECRET_A;
  let b = SECRET_B;
  const even = text.length & ~1;
  // Two letters a round, then the end, then nothing. In a function of its own, a round would keep both numbers on the heap.
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

/** What follows the last letter, so that no text is the beginning of another. */
const END = 0x80;
const END_AFTER_ONE = END << 16;
