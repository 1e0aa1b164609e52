import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { expect, it, onTestFinished } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import { MemoryFileStore } from "../../../../storage/index.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { archiveEntries } from "../../../../transport/strapi/archive/write/export-archive.ts";
import { pack } from "../../../../transport/strapi/archive/write/pack.ts";
import { newFolder } from "../../../support/folder.ts";
import { openArchive } from "../../../support/servers/open-archive.ts";

const i18n = { i18n: { localized: true } };
const definition: SchemaDefinition = {
  contentTypes: {
    "api::page.page": {
      collectionName: "pages",
      info: { singularName: "page", pluralName: "pages", displayName: "Page" },
      options: { draftAndPublish: true },
      pluginOptions: i18n,
      attributes: {
        title: { type: "string", pluginOptions: i18n },
        sku: { type: "string" },
        link: { type: "component", component: "shared.link" },
        topic: { type: "relation", relation: "manyToOne", target: "api::topic.topic" },
        country: { type: "relation", relation: "manyToOne", target: "api::country.country" },
      },
    },
    "api::topic.topic": {
      collectionName: "topics",
      info: { singularName: "topic", pluralName: "topics", displayName: "Topic" },
      pluginOptions: i18n,
      attributes: { name: { type: "string", pluginOptions: i18n } },
    },
    "api::country.country": {
      collectionName: "countries",
      info: { singularName: "country", pluralName: "countries", displayName: "Country" },
      attributes: { name: { type: "string" } },
    },
  },
  components: { "shared.link": { collectionName: "components_links", attributes: { url: { type: "string" } } } },
  locales: ["en", "fr", "de"],
};

it("an archive keeps three locales with their links", async () => {
  const galley = await createGalley({ schema: definition, profile: "strapi", todo: false });
  onTestFinished(() => galley.close());
  const [pages, topics] = [galley.documents("api::page.page"), galley.documents("api::topic.topic")];
  const country = await galley.documents("api::country.country").create({ data: { name: "C" } });
  const topic = await topics.create({ data: { name: "en" } });
  const links = { topic: topic.documentId, country: country.documentId };
  for (const locale of ["fr", "de"]) {
    await topics.update({ documentId: String(topic.documentId), locale, data: { name: locale } });
  }
  const page = await pages.create({
    data: { title: "en", sku: "s", link: { url: "u" }, ...links },
    status: "published",
  });
  const documentId = String(page.documentId);
  await pages.update({ documentId, locale: "fr", data: { title: "fr", ...links }, status: "published" });
  await pages.update({ documentId, locale: "de", data: { title: "de", ...links } });

  const path = join(await newFolder(), "export.tar");
  const engine = galley.engine.fork();
  const progress: (readonly [done: number, all: number])[] = [];
  const wrote = (done: number, all: number) => progress.push([done, all]);
  const exported = { engine, definition, files: new MemoryFileStore(), access: { roles: {} }, createdAt: 0, wrote };
  await pipeline(pack(archiveEntries(exported), { compress: false, createdAt: 0 }), createWriteStream(path));
  // Five versions of the page, three of the topic, and the country.
  expect(progress).toEqual(Array.from({ length: 9 }, (_, at) => [at + 1, 9]));
  const { galley: again } = await openArchive({ path, key: undefined });
  onTestFinished(() => again.close());

  const populate = ["link", "topic", "country", "localizations"];
  for (const status of ["draft", "published"] as const) {
    const asked = { locale: "*", status, populate, sort: "id" } as const;
    expect(await again.documents("api::page.page").findMany(asked)).toEqual(await pages.findMany(asked));
  }
  const found = await again.documents("api::page.page").findMany({ locale: "*", populate: "topic", sort: "locale" });
  expect(found).toMatchObject([
    { locale: "de", sku: "s", topic: { name: "de" } },
    { locale: "en", topic: { name: "en" } },
    { locale: "fr", topic: { name: "fr" } },
  ]);
});
