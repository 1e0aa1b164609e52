import { describe, expect, it } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { openedForEach } from "../../../support/run/opened.ts";

const text = { type: "string" } as const;
const to = (relation: "oneToOne" | "manyToMany", target: string, inversedBy: string) =>
  ({ type: "relation", relation, target: `api::${target}.${target}`, inversedBy }) as const;
const back = (relation: "oneToOne" | "manyToMany", target: string, mappedBy: string) =>
  ({ type: "relation", relation, target: `api::${target}.${target}`, mappedBy }) as const;

const SCHEMA: SchemaDefinition = schemaOf(
  {
    page: {
      attributes: {
        title: text,
        pass: { type: "password" },
        tags: to("manyToMany", "tag", "pages"),
        home: to("oneToOne", "tag", "homeOf"),
        parts: { type: "component", repeatable: true, component: "site.part" },
      },
    },
    tag: {
      dp: false,
      attributes: {
        name: { type: "string", unique: true },
        label: text,
        pages: back("manyToMany", "page", "tags"),
        homeOf: back("oneToOne", "page", "home"),
      },
    },
  },
  { "site.part": { url: text } },
);

const idsOf = (parts: unknown) => (parts as readonly { readonly id: number }[]).map(({ id }) => id);

describe("DocumentService", () => {
  const galley = openedForEach(() => createGalley({ schema: SCHEMA, profile: "strapi" }));

  describe("clone", () => {
    it("makes a draft like the draft of another, with the data on top", async () => {
      const pages = galley.documents("api::page.page");
      const tag = await galley.documents("api::tag.tag").create({ data: { name: "t" } });
      const data = { title: "a", tags: [tag.documentId], parts: [{ url: "/1" }, { url: "/2" }] };
      const original = await pages.create({ data, status: "published", populate: "*" });
      const cloned = await pages.clone({
        documentId: String(original.documentId),
        data: { title: "copy" },
        populate: "*",
      });
      const [entry] = cloned.entries;
      expect(cloned.entries).toHaveLength(1);
      expect(entry?.documentId).toBe(cloned.documentId);
      expect(cloned.documentId).not.toBe(original.documentId);
      expect(entry).toMatchObject({
        title: "copy",
        publishedAt: null,
        tags: [{ name: "t" }],
        parts: [{ url: "/1" }, { url: "/2" }],
      });
      expect(await pages.count({ status: "published" })).toBe(1);
      expect(idsOf(entry?.parts)).toHaveLength(2);
      expect(idsOf(original.parts)).not.toContain(idsOf(entry?.parts)[0]);
    });

    it("leaves links that only one document may have with the original", async () => {
      const pages = galley.documents("api::page.page");
      const tag = await galley.documents("api::tag.tag").create({ data: { name: "t" } });
      const original = await pages.create({ data: { home: tag.documentId } });
      const documentId = String(original.documentId);
      const cloned = await pages.clone({ documentId, populate: "home" });
      expect(cloned.entries[0]?.home).toBeNull();
      expect(await pages.findOne({ documentId, populate: "home" })).toMatchObject({ home: { name: "t" } });
    });

    it("answers no documentId and no entries for an unknown document", async () => {
      const cloned = await galley.documents("api::page.page").clone({ documentId: "nosuch", data: {} });
      expect(cloned).toEqual({ documentId: undefined, entries: [] });
    });

    it("holds the copy of a type without drafts against the full rules", async () => {
      const tags = galley.documents("api::tag.tag");
      const { documentId } = await tags.create({ data: { name: "t", label: "l" } });
      const clone = (data: { readonly [attribute: string]: unknown }) =>
        tags.clone({ documentId: String(documentId), data });
      await expect(clone({})).rejects.toMatchObject({ code: "validation" });
      expect(await tags.count()).toBe(1);
      expect((await clone({ name: "u" })).entries[0]).toMatchObject({ name: "u", label: "l" });
    });
  });

  it("answers password hashes, also by name, and filters by none", async () => {
    const pages = galley.documents("api::page.page");
    const { documentId } = await pages.create({ data: { pass: "secret" } });
    const entry = await pages.findOne({ documentId: String(documentId), fields: ["pass"] });
    expect(entry?.pass).toMatch(/^\$2[aby]\$10\$/);
    await expect(pages.findMany({ filters: { pass: { $notNull: true } } })).rejects.toMatchObject({
      code: "validation",
    });
  });
});
