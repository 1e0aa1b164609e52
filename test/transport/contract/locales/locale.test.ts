import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import { JsonFileStorage } from "../../../../storage/internal.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { newFolder } from "../../../support/folder.ts";
import { sendTo } from "../../../support/requests/json.ts";

const text = { type: "string" } as const;
const localized = { i18n: { localized: true } };

const SCHEMA: SchemaDefinition = schemaOf({
  article: {
    dp: false,
    pluginOptions: localized,
    attributes: {
      title: text,
      author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "articles" },
    },
  },
  author: {
    dp: false,
    attributes: {
      name: text,
      articles: { type: "relation", relation: "oneToMany", target: "api::article.article", mappedBy: "author" },
    },
  },
  about: { kind: "singleType", dp: false, pluginOptions: localized, attributes: { title: text } },
});

const headers = { authorization: "Bearer all" };

async function open(profile: "contract" | "strapi") {
  const galley = await createGalley({
    schema: SCHEMA,
    profile,
    graphql: true,
    // A search looks through documentIds too: random ones may hold any two letters.
    ids: "sequential",
    tokens: [{ name: "all", token: "all", access: "full-access" }],
  });
  onTestFinished(() => galley.close());
  const author = await galley.documents("api::author.author").create({ data: { name: "Ann" } });
  const articles = galley.documents("api::article.article");
  const article = await articles.create({ data: { title: "One", author: author.documentId } });
  await galley.documents("api::about.about").create({ data: { title: "Us" } });
  const send = (method: string, path: string, body?: object) => sendTo(galley, method, path, body, headers);
  const get = (path: string) => send("GET", `/api/${path}`);
  const graphql = async (query: string, variables: object = {}) =>
    (await send("POST", "/graphql", { query, variables })).body;
  return { galley, get, send, graphql, id: String(article.documentId) };
}

const one = { data: [{ title: "One" }] };
const nothing = { data: [], meta: { pagination: { total: 0 } } };

describe.each(["contract", "strapi"] as const)("a localized type in profile %s", (profile) => {
  it("shows the locale of an entry behind its dates, and that it has no other", async () => {
    const { get } = await open(profile);
    const { body } = await get("articles?populate=*");
    const { data } = body as { data: [object] };
    expect(Object.keys(data[0])).toEqual(
      "id documentId title createdAt updatedAt publishedAt locale author localizations".split(" "),
    );
    expect(data[0]).toMatchObject({ locale: "en", localizations: [] });
    expect((await get("authors?populate[articles][populate]=localizations")).body).toMatchObject({
      data: [{ articles: [{ locale: "en", localizations: [] }] }],
    });
    expect((await get("about")).body).toMatchObject({ data: { title: "Us", locale: "en" } });
  });

  it.each<[string, object]>([
    ["locale=", one],
    ["locale=en", one],
    ["locale=*", one],
    ["locale[0]=en", one],
    ["filters[locale]=en&sort=locale:desc", one],
    ["filters[locale]=fr", nothing],
    ["filters[localizations][title]=One", profile === "strapi" ? one : nothing],
    ["fields=locale", { data: [{ locale: "en" }] }],
    ["_q=en", nothing],
  ])("answers %s", async (query, expected) => {
    const { get } = await open(profile);
    const { status, body } = await get(`articles?${query}`);
    expect([status, body]).toMatchObject([200, expected]);
  });

  it("refuses a list of locales for one entry, and writes to invalid ones", async () => {
    const { get, send, id } = await open(profile);
    const message = "Invalid locale param fr,en provided. Document locales must be strings.";
    expect(await get(`articles/${id}?locale[]=fr&locale[]=en`)).toMatchObject({
      status: 400,
      body: { error: { message } },
    });
    // Strapi takes writes to any locale.
    for (const locale of profile === "strapi" ? ["*", "a b"] : ["xx", "*"]) {
      const { status } = await send("POST", `/api/articles?locale=${locale}`, { data: { title: "Two" } });
      expect(status).toBe(400);
    }
    expect(await get("articles")).toMatchObject({ body: { meta: { pagination: { total: 1 } } } });
  });

  it("ignores a locale in the data, and refuses localizations", async () => {
    const { send, id } = await open(profile);
    const written = await send("PUT", `/api/articles/${id}`, { data: { title: "Two", locale: "xx" } });
    expect(written).toMatchObject({ status: 200, body: { data: { title: "Two", locale: "en" } } });
    const refused = await send("PUT", `/api/articles/${id}`, { data: { localizations: [] } });
    expect(refused).toMatchObject({ status: 400, body: { error: { message: "Invalid key localizations" } } });
  });

  it("leaves types without locales as they are", async () => {
    const { get } = await open(profile);
    expect(await get("authors?locale=xx")).toMatchObject({ status: 200, body: { data: [{ name: "Ann" }] } });
    const { body } = await get("authors");
    expect(body).not.toHaveProperty("data.0.locale");
    for (const query of ["filters[locale]=en", "sort=locale", "fields=locale", "populate=localizations"])
      expect((await get(`authors?${query}`)).status).toBe(400);
  });

  it("has its locale in GraphQL too", async () => {
    const { graphql } = await open(profile);
    const shown = "title locale localizations { title } localizations_connection { nodes { title } }";
    expect(await graphql(`{ articles(locale: "en", filters: { locale: { eq: "en" } }) { ${shown} } }`)).toEqual({
      data: {
        articles: [{ title: "One", locale: "en", localizations: [], localizations_connection: { nodes: [] } }],
      },
    });
    expect(await graphql('{ articles(locale: "xx") { title } }')).toMatchObject({
      errors: [{ message: expect.stringContaining("Unknown locale supplied") }],
    });
    expect(await graphql('{ authors(locale: "en") { name } }')).toMatchObject({
      errors: [{ message: 'Unknown argument "locale" on field "Query.authors".' }],
    });
    expect(await graphql('mutation { createArticle(data: { locale: "en" }) { title } }')).toMatchObject({
      errors: [{ message: expect.stringContaining('Field "locale" is not defined by type "ArticleInput"') }],
    });
    expect(await graphql('mutation { createArticle(data: { title: "Two" }, locale: "en") { locale } }')).toEqual({
      data: { createArticle: { locale: "en" } },
    });
  });
});

describe("a locale that is not there", () => {
  it("has no entries in profile strapi", async () => {
    const { get, send, graphql, id } = await open("strapi");
    expect(await get("articles?locale=xx")).toMatchObject({ status: 200, body: nothing });
    expect(await get("articles?locale[]=xx&locale[]=en")).toMatchObject({ status: 200, body: one });
    for (const path of [`articles/${id}?locale=xx`, `articles/${id}?locale=*`, "about?locale=xx"])
      expect((await get(path)).status).toBe(404);
    expect((await send("DELETE", `/api/articles/${id}?locale=xx`)).status).toBe(204);
    expect((await get(`articles/${id}`)).status).toBe(200);
    const query = "query ($locale: I18NLocaleCode) { articles(locale: $locale) { title } }";
    expect(await graphql(query, { locale: "xx" })).toEqual({ data: { articles: [] } });
    expect(await graphql(`{ article(documentId: "${id}", locale: "fr") { title } }`)).toEqual({
      data: { article: null },
    });
  });

  it("is refused by the default profile, which names the configured ones", async () => {
    const { get, send, id } = await open("contract");
    const message = `Invalid parameter at 'locale': "xx" is not among the locales: en`;
    for (const path of [
      "articles?locale=xx",
      "articles?%6Cocale=xx",
      "articles?loc%61l%65=xx",
      `articles/${id}?locale=xx`,
      "about?locale=xx",
    ])
      expect(await get(path)).toMatchObject({ status: 400, body: { error: { message } } });
    expect((await send("DELETE", `/api/articles/${id}?locale=xx`)).status).toBe(400);
    expect((await get(`articles/${id}?locale=*`)).status).toBe(400);
  });
});

it("entries that were stored before their type had locales are in the default one", async () => {
  const file = join(await newFolder(), "db.json");
  const { "api::author.author": author } = SCHEMA.contentTypes;
  if (author === undefined) throw new Error("the type is there");
  const { articles, ...attributes } = author.attributes;
  const plain = { ...author, attributes };
  const before = await createGalley({
    schema: { contentTypes: { "api::author.author": plain } },
    storage: new JsonFileStorage(file),
  });
  await before.documents("api::author.author").create({ data: { name: "Ann" } });
  await before.close();
  const contentTypes = { "api::author.author": { ...plain, pluginOptions: localized } };
  await using after = await createGalley({
    schema: { contentTypes, defaultLocale: "fr" },
    storage: new JsonFileStorage(file),
  });
  const found = await after.documents("api::author.author").findMany({ filters: { locale: "fr" } });
  expect(found).toMatchObject([{ name: "Ann", locale: "fr" }]);
});
