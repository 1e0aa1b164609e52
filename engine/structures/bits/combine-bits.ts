import { simdOf } from "./scratch.ts";

// Each goes through four words at a time, which takes half as long as one at a time, where SIMD does not do it.

/** Clears in `words`, from a word on, what is not set in `others`. */
export function andInto(words: Int32Array, start: number, others: Int32Array): void {
  const stop = Math.min(others.length, words.length - start);
  let at = simdOf(words)?.andInto(words, start, others, stop) ?? 0;
  for (; at + 4 <= stop; at += 4) {
    words[start + at] = (words[start + at] ?? 0) & (others[at] ?? 0);
    words[start + at + 1] = (words[start + at + 1] ?? 0) & (others[at + 1] ?? 0);
    words[start + at + 2] = (words[start + at + 2] ?? 0) & (others[at + 2] ?? 0);
    words[start + at + 3] = (words[start + at + 3] ?? 0) & (others[at + 3] ?? 0);
  }
  for (; at < stop; at++) words[start + at] = (words[start + at] ?? 0) & (others[at] ?? 0);
}

/** Clears in `words`, from a word on, what is set in `others`. */
export function andNotInto(words: Int32Array, start: number, others: Int32Array): void {
  const stop = Math.min(others.length, words.length - start);
  let at = simdOf(words)?.andNotInto(words, start, others, stop) ?? 0;
  for (; at + 4 <= stop; at += 4) {
    words[start + at] = (words[start + at] ?? 0) & ~(others[at] ?? 0);
    words[start + at + 1] = (words[start + at + 1] ?? 0) & ~(others[at + 1] ?? 0);
    words[start + at + 2] = (words[start + at + 2] ?? 0) & ~(others[at + 2] ?? 0);
    words[start + at + 3] = (words[start + at + 3] ?? 0) & ~(others[at + 3] ?? 0);
  }
  for (; at < stop; at++) words[start + at] = (words[start + at] ?? 0) & ~(others[at] ?? 0);
}

/** Sets in `words`, from a word on, what is set in `others`. */
export function orInto(words: Int32Array, start: number, others: Int32Array): void {
  const stop = Math.min(others.length, words.length - start);
  let at = simdOf(words)?.orInto(words, start, others, stop) ?? 0;
  for (; at + 4 <= stop; at += 4) {
    words[start + at] = (words[start + at] ?? 0) | (others[at] ?? 0);
    words[start + at + 1] = (words[start + at + 1] ?? 0) | (others[at + 1] ?? 0);
    words[start + at + 2] = (words[start + at + 2] ?? 0) | (others[at + 2] ?? 0);
    words[start + at + 3] = (words[start + at + 3] ?? 0) | (others[at + 3] ?? 0);
  }
  for (; at < stop; at++) words[start + at] = (words[start + at] ?? 0) | (others[at] ?? 0);
}
