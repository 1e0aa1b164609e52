import { describe, expect, it } from "vitest";
import { createGalley, defineSchema, type SeedData } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

const localized = { i18n: { localized: true } } as const;

const schema = defineSchema(
  schemaOf({
    page: {
      pluginOptions: localized,
      attributes: {
        title: { type: "string", pluginOptions: localized },
        sku: { type: "string" },
        topic: { type: "relation", relation: "manyToOne", target: "api::topic.topic" },
        next: { type: "relation", relation: "oneToOne", target: "api::page.page" },
      },
    },
    topic: { dp: false, pluginOptions: localized, attributes: { name: { type: "string", pluginOptions: localized } } },
    country: {
      plural: "countries",
      dp: false,
      attributes: { top: { type: "relation", relation: "oneToOne", target: "api::topic.topic" } },
    },
    about: {
      kind: "singleType",
      dp: false,
      pluginOptions: localized,
      attributes: { title: { type: "string", pluginOptions: localized } },
    },
  }),
);

const planted = (seed: SeedData<typeof schema>) => createGalley({ schema, locales: ["en", "fr"], seed });

describe("a seed with locales", () => {
  it("holds one document in several, by name, by documentId and of a single type", async () => {
    await using galley = await planted({
      pages: {
        bread: [
          { title: "Bread", sku: "S1", topic: { $ref: "food" }, next: { $ref: "tea" } },
          { title: "Pain", locale: "fr", topic: { $ref: "food" }, next: { $ref: "tea" }, $draft: { title: "Le pain" } },
        ],
        tea: [
          { title: "Tea", next: { $ref: "bread" } },
          { title: "Thé", locale: "fr", status: "draft" },
        ],
      },
      topics: [
        { $name: "food", name: "Food" },
        { $name: "food", name: "Cuisine", locale: "fr" },
      ],
      countries: [{ top: { $ref: "food", locale: "fr" } }, { top: { $ref: "food" } }],
      about: [{ title: "About" }, { title: "A propos", locale: "fr" }],
    });
    const pages = galley.documents("api::page.page");
    const shown = async (locale: string, status: "draft" | "published") =>
      (await pages.findMany({ locale, status, sort: "title", populate: ["topic", "next"] })).map(
        ({ title, sku, topic, next }) => [title, sku, topic?.name, next?.title],
      );
    expect(await shown("en", "published")).toEqual([
      ["Bread", "S1", "Food", "Tea"],
      ["Tea", null, undefined, "Bread"],
    ]);
    expect(await shown("fr", "published")).toEqual([["Pain", "S1", "Cuisine", undefined]]);
    expect(await shown("fr", "draft")).toEqual([
      ["Le pain", "S1", "Cuisine", "Thé"],
      ["Thé", null, undefined, undefined],
    ]);
    expect(await pages.findMany({ locale: "fr", filters: { documentId: { $notNull: true } } })).toHaveLength(2);
    const countries = await galley.documents("api::country.country").findMany({ populate: ["top"] });
    expect(countries.map(({ top }) => top?.name)).toEqual(["Cuisine", "Food"]);
    const abouts = await galley.documents("api::about.about").findMany({ locale: "*" });
    expect(new Set(abouts.map(({ documentId }) => documentId)).size).toBe(1);
    expect(abouts.map(({ title }) => title).sort()).toEqual(["A propos", "About"]);
  });

  it("is refused with the path of each fault", async () => {
    await expect(planted({ pages: [{ title: "x", locale: "xx" }] })).rejects.toThrow(
      "pages.0.locale: must be one of the locales: en, fr",
    );
    await expect(
      planted({
        pages: {
          a: [
            { title: "x", locale: "fr" },
            { title: "y", locale: "fr" },
          ],
        },
      }),
    ).rejects.toThrow("pages.a.1: is not the only page named a in fr");
    await expect(
      planted({ topics: { food: { name: "Food" } }, pages: [{ title: "x", locale: "fr", topic: { $ref: "food" } }] }),
    ).rejects.toThrow('locale "fr" not found');
    // @ts-expect-error Countries have no locales.
    await expect(planted({ countries: [{ locale: "fr" }] })).rejects.toThrow("countries.0");
  });
});
