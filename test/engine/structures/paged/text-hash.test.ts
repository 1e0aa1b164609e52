import { describe, expect, it } from "vitest";
import { hashOf } from "../../../../engine/structures/paged/text-hash.ts";

const PRIME = 0x01000193;
const BITS = 0xffff;

/** FNV-1a: anyone can compute it, and find texts that collide. */
const openHash = (text: string, seed = 0x811c9dc5 | 0) =>
  text.split("").reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), PRIME), seed);

/** Texts with one and the same open hash: pairs that collide, one after another, so that each doubles their number. */
function collidingTexts(doublings: number): readonly string[] {
  let texts = [""];
  for (let step = 0; step < doublings; step++) {
    const pair = collidingPair(openHash(texts[0] ?? ""));
    texts = texts.flatMap((text) => pair.map((end) => text + end));
  }
  return texts;
}

/** First letters whose hashes have equal upper halves, then letters that make the lower halves equal. */
function collidingPair(hash: number): readonly string[] {
  const seen = new Map<number, number>();
  for (let letter = 1; ; letter++) {
    const sum = openHash(String.fromCharCode(letter), hash);
    const before = seen.get(sum >>> 16);
    if (before !== undefined) {
      const difference = (sum ^ openHash(String.fromCharCode(before), hash)) & BITS;
      return [String.fromCharCode(letter, 1), String.fromCharCode(before, 1 ^ difference)];
    }
    seen.set(sum >>> 16, letter);
  }
}

/** How many texts share the low bits with the text that shares them with most: the longest way to look for one. */
function mostAlike(texts: readonly string[], hash: (text: string) => number): number {
  const counts = new Map<number, number>();
  for (const text of texts) {
    const bits = hash(text) & BITS;
    counts.set(bits, (counts.get(bits) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

describe("hashOf", () => {
  it("distinguishes texts that were chosen to collide in a public hash", () => {
    const texts = collidingTexts(12);
    expect(mostAlike(texts, (text) => openHash(text))).toBe(4096);
    expect(mostAlike(texts, hashOf)).toBeLessThan(10);
  });

  it.each([
    ["counted texts", (at: number) => `post-${at}`],
    ["ids that begin alike", (at: number) => `p${at.toString(36).padStart(23, "0")}`],
    ["ids that end alike", (at: number) => `${at.toString(36).padStart(8, "-")}0000000000000000`],
    ["numbers", (at: number) => String(at)],
    ["texts of one letter repeated", (at: number) => "a".repeat(at)],
  ])("spreads %s", (_, textOf) => {
    const texts = Array.from({ length: 4096 }, (_, at) => textOf(at));
    expect(mostAlike(texts, hashOf)).toBeLessThan(10);
    expect(new Set(texts.map(hashOf)).size).toBeGreaterThan(4090);
  });
});
