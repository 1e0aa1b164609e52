import { describe, expect, it } from "vitest";
import { createGalley, defineSchema } from "../../../../transport/galley.ts";
import { fillGalley } from "../../../../transport/library/factory/fill.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

const localized = { i18n: { localized: true } } as const;

const schema = defineSchema(
  schemaOf({
    page: {
      pluginOptions: localized,
      attributes: {
        title: { type: "string", required: true, pluginOptions: localized },
        sku: { type: "string", required: true },
        topic: { type: "relation", relation: "manyToOne", target: "api::topic.topic" },
        things: { type: "relation", relation: "morphToMany" },
        thing: { type: "relation", relation: "morphToOne" },
      },
    },
    topic: {
      dp: false,
      pluginOptions: localized,
      attributes: { name: { type: "string", required: true, pluginOptions: localized } },
    },
    about: {
      kind: "singleType",
      dp: false,
      pluginOptions: localized,
      attributes: { title: { type: "string", required: true, pluginOptions: localized } },
    },
  }),
);

const open = () => createGalley({ schema, locales: ["en", "fr", "de"], ids: "sequential" });
const POPULATE = ["topic", "things", "thing"] as const;

describe("made entries", () => {
  it("are in the requested locale, and so are their linked entries", async () => {
    await using galley = await open();
    const [page] = await galley.make("page", 1, { locale: "fr" });
    expect(page).toMatchObject({ locale: "fr" });
    const topics = galley.documents("api::topic.topic");
    expect(await topics.findMany()).toEqual([]);
    expect(await topics.findMany({ locale: "fr" })).toHaveLength(1);
    const documentId = page?.documentId ?? "";
    expect(
      await galley.documents("api::page.page").findOne({ documentId, locale: "fr", populate: POPULATE }),
    ).toMatchObject({
      topic: { locale: "fr" },
      things: [{ __type: "api::topic.topic", locale: "fr" }],
      thing: { locale: "fr" },
    });
  });

  it("are another locale of a document that is there", async () => {
    await using galley = await open();
    const page = await galley.make("page", { sku: "S1" });
    const french = await galley.make("page", { locale: "fr", documentId: page.documentId, sku: "S1" });
    expect(french).toMatchObject({ documentId: page.documentId, locale: "fr", sku: "S1" });
    expect(await galley.documents("api::page.page").findMany({ locale: "*" })).toHaveLength(2);
    await expect(galley.make("page", { locale: "xx" })).rejects.toThrow('"xx" is not among the locales: en, fr, de');
  });

  it("fill every locale of every document", async () => {
    await using galley = await open();
    expect(await fillGalley(galley, 3)).toEqual([]);
    for (const uid of ["api::page.page", "api::topic.topic"] as const) {
      const ids = async (locale: string) =>
        (await galley.documents(uid).findMany({ locale, sort: "documentId" })).map(({ documentId }) => documentId);
      const english = await ids("en");
      expect(english).toHaveLength(3);
      expect([await ids("fr"), await ids("de")]).toEqual([english, english]);
    }
    expect(await galley.documents("api::about.about").findMany({ locale: "*" })).toHaveLength(3);
    const pages = await galley.documents("api::page.page").findMany({ locale: "*", populate: POPULATE });
    expect(pages.every(({ topic, locale }) => topic?.locale === locale)).toBe(true);
    expect(pages.every(({ things, thing }) => things.length > 0 && thing !== null)).toBe(true);
  });

  it("share what their locales share, and are not changed by the locales that follow", async () => {
    const seo = { info: { displayName: "SEO" }, attributes: { metaTitle: { type: "string" } } } as const;
    await using galley = await createGalley({
      schema: {
        components: { "page.seo": seo },
        contentTypes: {
          "api::page.page": {
            info: { singularName: "page", pluralName: "pages", displayName: "Page" },
            options: { draftAndPublish: true },
            pluginOptions: localized,
            attributes: {
              title: { type: "string", required: true, pluginOptions: localized },
              order: { type: "integer", required: true },
              cover: { type: "media" },
              seo: { type: "component", component: "page.seo", required: true },
            },
          },
        },
      },
      locales: ["en", "fr", "de"],
      clock: "2026-05-05T10:00:00.000Z",
    });
    expect(await fillGalley(galley, 3)).toEqual([]);
    const pages = galley.documents("api::page.page");
    const drafts = await pages.findMany({ locale: "*", status: "draft", sort: "id" });
    const published = await pages.findMany({ locale: "*", status: "published", sort: "id" });
    const times = (entries: typeof drafts) => entries.map(({ locale, updatedAt }) => [locale, updatedAt]);
    expect(times(drafts)).toEqual(times(published));
    for (const { updatedAt } of drafts) expect(String(updatedAt) < "2026-05").toBe(true);
    for (const entries of [drafts, published])
      expect(entries.map(({ order }) => order)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
  });
});
