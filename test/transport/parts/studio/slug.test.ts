import { expect, it } from "vitest";
import { slugOf, withSlugs } from "../../../../transport/parts/studio/browser/entry/form/slug.ts";
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
