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
  const mix = (block: number): void => {
    a = (a + block) | 0;
    b ^= a;
    a = (((a << 20) | (a >>> 12)) + b) | 0;
    b = ((b << 9) | (b >>> 23)) ^ a;
    a = (((a << 27) | (a >>> 5)) + b) | 0;
    b = (b << 19) | (b >>> 13);
  };
  const even = text.length & ~1;
  for (let at = 0; at < even; at += 2) mix(text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16));
  mix(even === text.length ? END : text.charCodeAt(even) | END_AFTER_ONE);
  mix(0);
  return a ^ b;
}

/** What follows the last letter, so that no text is the beginning of another. */
const END = 0x80;
const END_AFTER_ONE = END << 16;
