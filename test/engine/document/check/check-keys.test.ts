import { describe, expect, it } from "vitest";
import type { Access } from "../../../../engine/access.ts";
import { FULL_ACCESS } from "../../../../engine/access.ts";
import { checkKeys } from "../../../../engine/document/check/check-keys.ts";
import { readData } from "../../../../engine/document/data.ts";
import { CONTRACT_RULES } from "../../../../engine/rules.ts";
import { refusal, thing } from "../checking.ts";

const { schema, type } = thing(
  {
    title: { type: "string" },
    fixed: { type: "string", writable: false },
    tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag" },
    author: { type: "relation", relation: "manyToOne", target: "api::author.author" },
    picture: { type: "media", multiple: false },
    seo: { type: "component", component: "shared.seo" },
    links: { type: "component", component: "shared.link", repeatable: true },
    zone: { type: "dynamiczone", components: ["shared.link"] },
  },
  {
    "shared.seo": {
      metaTitle: { type: "string" },
      fixed: { type: "string", writable: false },
      links: { type: "component", component: "shared.link", repeatable: true },
    },
    "shared.link": {
      url: { type: "string" },
      tag: { type: "relation", relation: "oneToOne", target: "api::tag.tag" },
    },
  },
);

const keysOf = (data: unknown, access: Access = FULL_ACCESS) =>
  checkKeys(schema, type, readData(data), access, CONTRACT_RULES);

function refusedKey(data: unknown, access?: Access) {
  const { code, message, details } = refusal(() => keysOf(data, access));
  expect(code).toBe("validation");
  return { message, ...details };
}

describe("checkKeys", () => {
  it("accepts every writable attribute, and publishedAt and locale, which have no effect", () => {
    const data = { title: "t", tags: [], author: null, seo: { id: 1 }, zone: [], publishedAt: null, locale: "en" };
    expect(() => keysOf(data)).not.toThrow();
  });

  it("names id and documentId before anything else, without a path", () => {
    expect(refusedKey({ nope: 1, documentId: "x", id: 1 })).toEqual({
      message: "Invalid key id",
      key: "id",
      source: "body",
    });
    expect(refusedKey({ createdAt: "x", documentId: "y" })).toMatchObject({ key: "documentId" });
  });

  it("names read-only keys before unknown ones", () => {
    const expected = { message: "Invalid key createdAt", key: "createdAt", path: "createdAt", source: "body" };
    expect(refusedKey({ nope: 1, createdAt: "x" })).toEqual(expected);
    expect(refusedKey({ nope: 1, fixed: "x" })).toMatchObject({ key: "fixed", path: "fixed" });
  });

  it("names the first of several unknown keys, depth first", () => {
    expect(refusedKey({ zz: 1, aa: 1 })).toEqual({ message: "Invalid key zz", key: "zz", path: null, source: "body" });
    expect(refusedKey({ seo: { aa: 1 }, zz: 1 })).toMatchObject({ key: "aa", path: "seo" });
  });

  it.each(["constructor", "toString", "__proto__", "Title", ""])("does not know %j", (name) => {
    expect(refusedKey(JSON.parse(`{${JSON.stringify(name)}:1}`))).toMatchObject({ key: name, path: null });
  });

  it.each([
    [{ seo: { nope: 1 } }, "Invalid key nope at seo"],
    [{ seo: [{ nope: 1 }] }, "Invalid key nope at seo"],
    [{ seo: { createdAt: 1 } }, "Invalid key createdAt at seo"],
    [{ seo: { __component: "shared.seo" } }, "Invalid key __component at seo"],
    [{ seo: { links: [{}, { nope: 1 }] } }, "Invalid key nope at seo.links"],
    [{ seo: { fixed: 1 } }, "Invalid key fixed at seo.fixed"],
    [{ links: ['{"nope":1}'] }, "Invalid key nope at links"],
    [{ zone: [{ __component: "shared.link", nope: 1 }] }, "Invalid key nope at zone"],
    [{ author: { documentId: "a", nope: 1 } }, "Invalid key nope at author"],
    [{ tags: [{ documentId: "a", status: "draft" }] }, "Invalid key status at tags"],
    [{ picture: { id: 1, nope: 1 } }, "Invalid key nope at picture"],
  ])("refuses %j", (data, message) => {
    expect(refusedKey(data).message).toBe(message);
  });

  it("accepts a related document as it was read, and anything in operations", () => {
    const author = {
      id: 1,
      documentId: "a",
      name: "n",
      createdAt: "x",
      updatedAt: "x",
      publishedAt: "x",
      locale: null,
    };
    expect(() => keysOf({ author, tags: { connect: [{ documentId: "a", nope: 1 }], options: {} } })).not.toThrow();
    expect(() => keysOf({ picture: { id: 1, url: "/u", mime: "image/png" } })).not.toThrow();
  });

  it("leaves values of the wrong shape to the check of values", () => {
    expect(() =>
      keysOf({ title: {}, seo: "x", links: [null, 5, [1]], zone: [{ __component: "no" }, {}] }),
    ).not.toThrow();
  });

  describe("for a caller that may not read tags", () => {
    const access: Access = { authenticated: true, may: (uid) => uid !== "api::tag.tag" };

    it.each([
      [{ tags: null }, "Invalid key tags", "tags"],
      [{ links: [{ tag: "x" }] }, "Invalid key tag at links.tag", "links.tag"],
      [{ links: ['{"tag":"x"}'] }, "Invalid key tag at links.tag", "links.tag"],
      [{ zone: [{ __component: "shared.link", tag: "x" }] }, "Invalid key tag at zone.tag", "zone.tag"],
    ])("refuses %j", (data, message, path) => {
      expect(refusedKey(data, access)).toMatchObject({ message, path });
    });

    it("names unknown keys first", () => {
      expect(refusedKey({ tags: [], nope: 1 }, access)).toMatchObject({ key: "nope" });
    });

    it("accepts relations to other types and files", () => {
      expect(() => keysOf({ author: null, picture: null }, access)).not.toThrow();
    });
  });

  it.each([[[]], ["x"], [5], [null], [[{ title: "x" }]]])("refuses %j as data", (data) => {
    expect(refusal(() => keysOf(data)).message).toMatch(/^this must be a `object` type/);
  });

  it("refuses data that is nested too deep, at once and with its place", () => {
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(refusal(() => keysOf({ title: deep })).message).toBe("title must not be nested deeper than 64 levels");
    const cycle: { title?: unknown } = {};
    cycle.title = cycle;
    expect(refusal(() => keysOf(cycle)).message).toBe("title must not be nested deeper than 64 levels");
  });
});
