/** Length of a gram in characters. */
const GRAM = 3;

/** More grams of a pattern are not looked up, because they exclude hardly any further row. */
const MAX_GRAMS = 12;

const MIN_SLICES = 64;
const MAX_SLICES = 2_048;

/**
 * The grams of a pattern, as signatures use them: a hash for every three consecutive characters, or for the first
 * `most` of them.
 */
export function gramsOf(pattern: string, most = MAX_GRAMS): readonly number[] {
  const grams: number[] = [];
  for (let at = 0; at + GRAM <= pattern.length && grams.length < most; at++) grams.push(gramAt(pattern, at));
  return grams;
}

/**
 * Trigram signatures (bit slices) of a page of texts: for each group of trigrams, one bit for every text that contains
 * one of the group. A text without one of the pattern's trigrams does not contain the pattern.
 */
export class TextSignature {
  readonly #slices: Int32Array;
  readonly #mask: number;
  readonly #words: number;
  readonly #texts: number;

  /** `starts`: where each text begins in the whole; the characters directly before and after it count as part of it. */
  constructor(whole: string, starts: readonly number[]) {
    this.#texts = starts.length;
    this.#words = (starts.length + 31) >> 5;
    this.#mask = slicesFor(whole.length / Math.max(1, starts.length)) - 1;
    this.#slices = new Int32Array((this.#mask + 1) * this.#words);
    for (let text = 0; text < starts.length; text++) {
      const end = (starts[text + 1] ?? whole.length) - GRAM;
      const bit = 1 << (text & 31);
      for (let at = (starts[text] ?? 0) - 1; at <= end; at++) {
        const word = (gramAt(whole, at) & this.#mask) * this.#words + (text >> 5);
        this.#slices[word] = (this.#slices[word] ?? 0) | bit;
      }
    }
  }

  get bytes(): number {
    return this.#slices.byteLength;
  }

  /**
   * The numbers of the texts that may contain a pattern; null if that would be most of them, or nothing can be
   * excluded.
   */
  mayHold(grams: readonly number[]): readonly number[] | null {
    if (grams.length === 0) return null;
    const found: number[] = [];
    for (let word = 0; word < this.#words; word++) {
      let left = -1;
      for (const gram of grams) left &= this.#slices[(gram & this.#mask) * this.#words + word] ?? 0;
      for (; left !== 0; left &= left - 1) found.push((word << 5) + 31 - Math.clz32(left & -left));
    }
    return found.length * 2 > this.#texts ? null : found;
  }
}

/** Enough groups for a text of this length to have a bit in a minority of them. */
function slicesFor(length: number): number {
  const wanted = Math.min(MAX_SLICES, Math.max(MIN_SLICES, length * 6));
  return 1 << Math.ceil(Math.log2(wanted));
}

function gramAt(text: string, at: number): number {
  const mixed =
    Math.imul(Math.imul(text.charCodeAt(at), 0x9e3779b1) ^ text.charCodeAt(at + 1), 0x85ebca6b) ^
    text.charCodeAt(at + 2);
  const spread = Math.imul(mixed, 0xc2b2ae35);
  return spread ^ (spread >>> 15);
}
