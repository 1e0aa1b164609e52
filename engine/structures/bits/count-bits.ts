import { simdOf } from "./scratch.ts";
import { wholeTurns } from "./simd.ts";

/** Number of bits that are set. */
export function countBits(words: Int32Array): number {
  return andCount(words, 0, words);
}

/** Number of bits that are set both in `words`, from word `start` on, and in `others`. */
export function andCount(words: Int32Array, start: number, others: Int32Array): number {
  const length = Math.min(others.length, words.length - start);
  const simd = simdOf(words);
  if (simd === null) return countFrom(0, words, start, others, length);
  const count = simd.andCount(words, start, others, length);
  return count + countFrom(wholeTurns(length), words, start, others, length);
}

/**
 * Population count by carry-save adders (Harley-Seal): adds up eight words bitwise before counting, which is a third of
 * the work of counting each word.
 */
function countFrom(first: number, words: Int32Array, start: number, others: Int32Array, length: number): number {
  const whole = first + ((length - first) & ~7);
  let [ones, twos, fours, count] = [0, 0, 0, 0];
  for (let at = first; at < whole; at += 8) {
    const from = start + at;
    const a = (words[from] ?? 0) & (others[at] ?? 0);
    const b = (words[from + 1] ?? 0) & (others[at + 1] ?? 0);
    const c = (words[from + 2] ?? 0) & (others[at + 2] ?? 0);
    const d = (words[from + 3] ?? 0) & (others[at + 3] ?? 0);
    const e = (words[from + 4] ?? 0) & (others[at + 4] ?? 0);
    const f = (words[from + 5] ?? 0) & (others[at + 5] ?? 0);
    const g = (words[from + 6] ?? 0) & (others[at + 6] ?? 0);
    const h = (words[from + 7] ?? 0) & (others[at + 7] ?? 0);
    // Each step adds two columns to a third: the sum stays in place, and the carry goes to the next column.
    const ab = carry(ones, a, b);
    ones ^= a ^ b;
    const cd = carry(ones, c, d);
    ones ^= c ^ d;
    const ef = carry(ones, e, f);
    ones ^= e ^ f;
    const gh = carry(ones, g, h);
    ones ^= g ^ h;
    const abcd = carry(twos, ab, cd);
    twos ^= ab ^ cd;
    const efgh = carry(twos, ef, gh);
    twos ^= ef ^ gh;
    count += 8 * countWord(carry(fours, abcd, efgh));
    fours ^= abcd ^ efgh;
  }
  count += countWord(ones) + 2 * countWord(twos) + 4 * countWord(fours);
  for (let at = whole; at < length; at++) count += countWord((words[start + at] ?? 0) & (others[at] ?? 0));
  return count;
}

/** The number of set bits in one word. */
export function countWord(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Majority: the bits that are set in at least two of three words. */
function carry(one: number, other: number, third: number): number {
  return (one & other) | ((one ^ other) & third);
}
