import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createGalley, defineSchema } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

const localized = { pluginOptions: { i18n: { localized: true } } } as const;

const schema = defineSchema(
  schemaOf({ page: { ...localized, attributes: { title: { type: "string", ...localized } } } }),
);

async function start() {
  const galley = await createGalley({ schema, locales: ["en", "fr", "de"] });
  onTestFinished(() => galley.close());
  return galley.documents("api::page.page");
}

let pages: Awaited<ReturnType<typeof start>>;
let documentId: string;

beforeEach(async () => {
  pages = await start();
  ({ documentId } = await pages.create({ data: { title: "Tea" } }));
  await pages.update({ documentId, locale: "fr", data: { title: "Thé" } });
  await pages.update({ documentId, locale: "de", data: { title: "Tee" } });
});

const titles = async (status: "draft" | "published", id = documentId) =>
  (await pages.findMany({ locale: "*", status, filters: { documentId: id }, sort: "title" })).map(({ title }) => title);

test("publish, unpublish and discardDraft take all locales of a document", async () => {
  const published = await pages.publish({ documentId, locale: "*" });
  expect(published.entries.map(({ locale }) => locale).sort()).toEqual(["de", "en", "fr"]);
  expect(await titles("published")).toEqual(["Tea", "Tee", "Thé"]);

  await pages.update({ documentId, data: { title: "Coffee" } });
  await pages.update({ documentId, locale: "fr", data: { title: "Café" } });
  const discarded = await pages.discardDraft({ documentId, locale: "*" });
  expect(discarded.entries).toHaveLength(3);
  expect(await titles("draft")).toEqual(["Tea", "Tee", "Thé"]);

  const unpublished = await pages.unpublish({ documentId, locale: "*" });
  expect(unpublished.entries).toHaveLength(3);
  expect(await titles("published")).toEqual([]);
});

test("several locales are those, and no other", async () => {
  const published = await pages.publish({ documentId, locale: ["fr", "de"] });
  expect(published.entries).toHaveLength(2);
  expect(await titles("published")).toEqual(["Tee", "Thé"]);
  await pages.delete({ documentId, locale: ["fr", "en"] });
  expect(await titles("draft")).toEqual(["Tee"]);
});

test("clone copies all locales into one document, with the data over each", async () => {
  const copy = await pages.clone({ documentId, locale: "*", data: { title: "Copy" } });
  expect(copy.entries.map((entry) => entry.locale).sort()).toEqual(["de", "en", "fr"]);
  expect(copy.documentId).not.toBe(documentId);
  expect(await titles("draft", copy.documentId)).toEqual(["Copy", "Copy", "Copy"]);
  expect(await titles("draft")).toEqual(["Tea", "Tee", "Thé"]);
});

test("an unknown locale is refused, and a document that is not there has no entries", async () => {
  await expect(pages.publish({ documentId, locale: "xx" })).rejects.toThrow(/"xx" is not among the locales/);
  expect(await pages.publish({ documentId: "nope", locale: "*" })).toEqual({ documentId: "nope", entries: [] });
  expect(await pages.clone({ documentId: "nope", locale: "*", data: {} })).toEqual({
    documentId: undefined,
    entries: [],
  });
});
