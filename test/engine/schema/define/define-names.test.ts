import { describe, expect, it } from "vitest";
import type { ContentTypeDefinition } from "../../../../engine/internal.ts";
import { issuesOf, postType } from "../issues-of.ts";

const string = { type: "string" };

function faultsOf(attributes: unknown, options?: ContentTypeDefinition["options"]): string[] {
  return issuesOf({ contentTypes: { "api::post.post": postType(attributes, options) } }).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );
}

describe("the name of an attribute", () => {
  it.each([
    "id",
    "documentId",
    "document_id",
    "createdAt",
    "published_at",
    "createdBy",
    "updatedById",
    "entryId",
    "localizations",
    "locale",
    "meta",
    "strapiThing",
    "Strapi",
  ])("is refused when it is %s", (name) => {
    expect(faultsOf({ [name]: string })).toEqual([`attributes.${name}: must have another name: this one is reserved`]);
  });

  it.each(["1st", "_private", "with-dash", "with.dot", "", "__proto__", "ä"])(
    "is refused when it is malformed: %j",
    (name) => {
      expect(faultsOf(JSON.parse(`{ ${JSON.stringify(name)}: { "type": "string" } }`))).toEqual([
        `attributes.${name}: must have a name of letters, digits and _ that begins with a letter`,
      ]);
    },
  );

  it("may be a name that every object inherits", () => {
    expect(faultsOf({ constructor: string, toString: string, hasOwnProperty: string })).toEqual([]);
  });

  it("is refused when it is status in a type with draft and publish, and only there", () => {
    expect(faultsOf({ status: string })).toEqual([]);
    expect(faultsOf({ status: string }, { draftAndPublish: true })).toEqual([
      "attributes.status: must have another name: this one is reserved in types with draft and publish",
    ]);
  });

  it("is refused when only case and underscores tell it from another", () => {
    expect(faultsOf({ metaTitle: string, meta_title: string })).toEqual([
      "attributes.meta_title: must have a name that differs more from metaTitle",
    ]);
  });
});

/** Definitions of types by their names: `[uid, singular, plural]`. */
function types(...names: readonly [uid: string, singular: unknown, plural: unknown][]) {
  const entries = names.map(([uid, singularName, pluralName]) => [
    uid,
    { info: { singularName, pluralName, displayName: "Any" }, attributes: {} },
  ]);
  return { contentTypes: Object.fromEntries(entries) };
}

describe("the names of a content type", () => {
  it.each([
    ["Post", "must be in kebab-case"],
    ["blog_post", "must be in kebab-case"],
    ["1st", "must be in kebab-case"],
    ["post-", "must be in kebab-case"],
    ["", "must not be empty"],
    [undefined, "is missing"],
    [5, "must be a string"],
    ["upload", "must not be upload: this name is reserved"],
    ["date-time", "must not be date-time: this name is reserved"],
    ["strapi-thing", "must not be strapi-thing: this name is reserved"],
  ])("are refused when one is %j", (name, message) => {
    expect(issuesOf(types(["api::a.a", name, "others"]))).toEqual([
      { model: "api::a.a", path: ["info", "singularName"], message },
    ]);
    expect(issuesOf(types(["api::a.a", "other", name]))).toEqual([
      { model: "api::a.a", path: ["info", "pluralName"], message },
    ]);
  });

  it("differ from each other", () => {
    expect(issuesOf(types(["api::a.a", "sheep", "sheep"]))).toEqual([
      { model: "api::a.a", path: ["info", "pluralName"], message: "must differ from singularName" },
    ]);
  });

  it("are unique over all types, singular and plural alike", () => {
    expect(issuesOf(types(["api::a.a", "news", "news-items"], ["api::b.b", "new", "news"]))).toEqual([
      { model: "api::b.b", path: ["info", "pluralName"], message: "must differ from the names of api::a.a" },
    ]);
  });

  it("may be those of a type of a plugin, which has no routes", () => {
    expect(issuesOf(types(["api::file.file", "file", "files"], ["plugin::x.file", "file", "files"]))).toEqual([]);
  });
});
