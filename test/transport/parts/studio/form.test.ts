import { describe, expect, it } from "vitest";
import { findJsonFault } from "../../../../transport/parts/studio/browser/entry/form/json/find-json-fault.ts";
import { limitFault } from "../../../../transport/parts/studio/browser/entry/form/limits.ts";
import { slugOf, withSlugs } from "../../../../transport/parts/studio/browser/entry/form/slug.ts";
import { type Part, wordDifferences } from "../../../../transport/parts/studio/browser/entry/word-differences.ts";
import { fc } from "../../../support/fast-check.ts";

it.each<[string, object, unknown, string | null]>([
  ["email", {}, "nobody", "Must be an e-mail address."],
  ["email", {}, "a b@example.org", "Must be an e-mail address."],
  ["email", {}, "ann@example.org", null],
  ["string", {}, "nobody", null],
  ["string", { maxLength: 3 }, "four", "Takes at most 3 characters: 1 too many."],
  ["integer", { max: 3 }, 4, "Must be at most 3."],
])("the limits of %s %j, told before a save, for %j: %s", (type, limits, value, fault) => {
  expect(limitFault({ name: "it", type, ...limits }, value)).toBe(fault);
});

it.each([
  ["Crème brûlée, twice!", "creme-brulee-twice"],
  ["  Nine days — to Horta ", "nine-days-to-horta"],
  ["Straße nach Øresund", "strasse-nach-oresund"],
  ["日本語", ""],
  ["B2B & ②", "b2b-2"],
])("the slug of %j is %j", (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

it("a uid follows its target field until it is one of its own", () => {
  const uid = { name: "slug", type: "uid", targetField: "title" };
  const inputs = [{ name: "title", type: "string" }, uid];
  const after = (before: object, change: object) => withSlugs(inputs, { ...before }, { ...before, ...change }).slug;
  expect(after({ title: null, slug: null }, { title: "Fish stew" })).toBe("fish-stew");
  expect(after({ title: "Fish stew", slug: "fish-stew" }, { title: "Fish" })).toBe("fish");
  expect(after({ title: "Fish", slug: "fish" }, { title: null })).toBe(null);
  expect(after({ title: "Fish", slug: "mine" }, { title: "Stew" })).toBe("mine");
  expect(after({ title: "Fish", slug: "fish" }, { slug: "mine" })).toBe("mine");
  // As in a duplicate, whose slug is left out.
  expect(after({ title: "Fish", slug: null }, { title: "Stew" })).toBe("stew");
  expect(after({ title: "Fish", slug: null }, { views: 1 })).toBe(null);
  expect(after({ title: "日本語", slug: null }, { title: "日本" })).toBe(null);
});

it("a slug has only what a uid may have, and is its own slug", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const slug = slugOf(text);
      expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
      expect(slugOf(slug)).toBe(slug);
    }),
  );
});

describe("where a text stops being JSON", () => {
  it.each([
    ["", 0],
    ["{", 1],
    ['{"a": 1', 7],
    ['{"a": x}', 6],
    ['{"a": 1,}', 8],
    ["[1 2]", 3],
    ["[1,]", 3],
    ["{} {}", 3],
    ['"\n"', 0],
    ["01", 1],
    ["[[}", 2],
  ])("in %j is %i", (text, at) => {
    expect(findJsonFault(text)).toBe(at);
  });

  it("has no fault exactly if JSON.parse accepts it", () => {
    const alphabet = fc.constantFrom(...'{}[],:"\\ \n0123-.eEtfn', "true", "null", '"a"', "\\u00e4", "\u007f", "😀");
    const parsed = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: alphabet })), (text) => {
        expect([text, findJsonFault(text) === null]).toEqual([text, parsed(text)]);
      }),
    );
  });
});

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
