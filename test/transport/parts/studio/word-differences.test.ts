import { describe, expect, it } from "vitest";
import { type Part, wordDifferences } from "../../../../transport/parts/studio/browser/entry/word-differences.ts";
import { fc } from "../../../support/fast-check.ts";

const textOf = (parts: readonly Part[]) => parts.map(({ text }) => text).join("");
const commonIn = (parts: readonly Part[]) => textOf(parts.filter(({ isOwn }) => !isOwn));
const ownIn = (parts: readonly Part[]) => parts.filter(({ isOwn }) => isOwn).map(({ text }) => text);

const words = fc
  .array(fc.constantFrom("tea", "soup", " ", "\n", "!", "né", "茶", "<b>"), { maxLength: 40 })
  .map((each) => each.join(""));

describe("the word differences of two texts", () => {
  it("are the words that one of them lacks", () => {
    const [old, current] = wordDifferences("Strong tea, hot milk", "Strong green tea, cold milk");
    expect(ownIn(old)).toEqual(["hot"]);
    expect(ownIn(current)).toEqual(["green ", "cold"]);
  });

  it("leave both texts whole, with the same common part", () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [parts, others] = wordDifferences(one, other);
        expect([textOf(parts), textOf(others)]).toEqual([one, other]);
        expect(commonIn(parts)).toBe(commonIn(others));
      }),
    );
  });

  it("of a text with itself are none", () => {
    fc.assert(
      fc.property(words, (text) => {
        expect(wordDifferences(text, text).flatMap(ownIn)).toEqual([]);
      }),
    );
  });

  it("of texts with many words are everything behind their common start", () => {
    const [old, current] = wordDifferences(`Same. ${"a b ".repeat(2000)}`, `Same. ${"b a ".repeat(2000)}`);
    expect([commonIn(old), commonIn(current)]).toEqual(["Same. ", "Same. "]);
  });
});
