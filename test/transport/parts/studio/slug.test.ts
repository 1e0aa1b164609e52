import { expect, it } from "vitest";
import { slugOf } from "../../../../transport/parts/studio/browser/entry/form/slug.ts";
import { fc } from "../../../support/fast-check.ts";

it.each([
  ["Crème brûlée, twice!", "creme-brulee-twice"],
  ["  Nine days — to Horta ", "nine-days-to-horta"],
  ["Straße nach Øresund", "strasse-nach-oresund"],
  ["日本語", ""],
  ["B2B & ②", "b2b-2"],
])("the slug of %j is %j", (text, slug) => {
  expect(slugOf(text)).toBe(slug);
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
