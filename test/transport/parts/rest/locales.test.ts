import { describe, expect, it, onTestFinished } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { sendTo } from "../../../support/requests/json.ts";

const text = { type: "string" } as const;
const i18n = { i18n: { localized: true } };

/** The types that the real server was asked about. */
const SCHEMA: SchemaDefinition = schemaOf(
  {
    article: {
      pluginOptions: i18n,
      attributes: {
        title: { ...text, required: true, pluginOptions: i18n },
        slug: { type: "uid", targetField: "title", pluginOptions: i18n },
        sku: text,
        price: { type: "integer", default: 7, pluginOptions: { i18n: { localized: false } } },
        code: { ...text, unique: true, pluginOptions: i18n },
        link: { type: "component", component: "shared.link" },
        ref: { type: "component", component: "shared.ref" },
        category: {
          type: "relation",
          relation: "manyToOne",
          target: "api::category.category",
          inversedBy: "articles",
        },
        country: { type: "relation", relation: "manyToOne", target: "api::country.country", inversedBy: "articles" },
      },
    },
    category: {
      plural: "categories",
      dp: false,
      pluginOptions: i18n,
      attributes: {
        name: { ...text, pluginOptions: i18n },
        rank: { type: "integer" },
        articles: { type: "relation", relation: "oneToMany", target: "api::article.article", mappedBy: "category" },
      },
    },
    country: {
      plural: "countries",
      dp: false,
      attributes: {
        name: text,
        articles: { type: "relation", relation: "oneToMany", target: "api::article.article", mappedBy: "country" },
        top: { type: "relation", relation: "oneToOne", target: "api::category.category" },
      },
    },
    about: {
      kind: "singleType",
      pluginOptions: i18n,
      attributes: { title: { ...text, pluginOptions: i18n }, year: { type: "integer" } },
    },
  },
  {
    "shared.link": { url: { ...text, required: true } },
    "shared.ref": {
      note: text,
      category: { type: "relation", relation: "oneToOne", target: "api::category.category" },
    },
  },
);

interface Options {
  readonly profile?: "contract" | "strapi";
  readonly locales?: readonly string[] | Record<string, { readonly fallback?: string }>;
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into member by member
  readonly body: any;
}

async function open({ profile = "contract", locales = ["en", "fr", "de"] }: Options = {}) {
  const galley = await createGalley({
    schema: SCHEMA,
    profile,
    locales,
    graphql: true,
    ids: "sequential",
    roles: { public: { article: ["find"] } },
    tokens: [
      { name: "all", token: "all", access: "full-access" },
      { name: "read", token: "read", access: "read-only" },
    ],
  });
  onTestFinished(() => galley.close());
  const send = (method: string, path: string, data?: object, token = "all"): Promise<Answer> =>
    sendTo(galley, method, path, path === "/graphql" ? data : data && { data }, { authorization: `Bearer ${token}` });
  const get = (path: string) => send("GET", `/api/${path}`);
  /** Writes and publishes, whatever the profile. */
  const save = async (method: string, path: string, data: object) => {
    const { status, body } = await send(method, `/api/${path}${path.includes("?") ? "&" : "?"}status=published`, data);
    expect([200, 201], JSON.stringify(body)).toContain(status);
    return body.data;
  };
  const graphql = async (query: string, variables = {}) => (await send("POST", "/graphql", { query, variables })).body;
  return { galley, send, get, save, graphql };
}

const titles = ({ body }: Answer) => body.data.map((entry: { title: string }) => entry.title);

async function withArticle(options?: Options) {
  const opened = await open(options);
  const { save } = opened;
  const country = await save("POST", "countries", { name: "C" });
  const category = await save("POST", "categories", { name: "cat", rank: 3 });
  await save("PUT", `categories/${category.documentId}?locale=fr`, { name: "catfr" });
  const links = { country: country.documentId, category: category.documentId };
  const article = await save("POST", "articles", { title: "One", sku: "S1", link: { url: "u" }, code: "c1", ...links });
  const id: string = article.documentId;
  const french = await save("PUT", `articles/${id}?locale=fr`, { title: "Un", ...links });
  return { ...opened, id, french, country: country.documentId, category: category.documentId };
}

describe.each(["contract", "strapi"] as const)("locales in profile %s", (profile) => {
  it("creates a locale with a PUT: empty except for shared values and defaults", async () => {
    const { french, get, id } = await withArticle({ profile });
    expect(french).toMatchObject({ title: "Un", sku: "S1", price: 7, slug: null, code: null, locale: "fr" });
    expect((await get(`articles/${id}?locale=fr&populate=*`)).body.data).toMatchObject({
      title: "Un",
      link: { url: "u" },
      category: { name: "catfr", rank: 3, locale: "fr" },
      country: { name: "C" },
      localizations: [{ title: "One", locale: "en" }],
    });
    expect((await get(`articles/${id}?populate=*`)).body.data).toMatchObject({
      title: "One",
      category: { name: "cat", locale: "en" },
      localizations: [{ title: "Un", locale: "fr" }],
    });
    expect((await get(`articles/${id}?locale=de`)).status).toBe(404);
  });

  it("answers a publishing write with the other locales", async () => {
    const { save, id } = await withArticle({ profile });
    const written = await save("PUT", `articles/${id}?locale=de&populate=localizations`, { title: "Eins" });
    expect(written.localizations.map(({ locale }: { locale: string }) => locale).sort()).toEqual(["en", "fr"]);
  });

  it("shows other locales in the order of their codes, however late they were published", async () => {
    const { get, save, id } = await withArticle({ profile });
    await save("PUT", `articles/${id}?locale=de`, { title: "Eins" });
    const codes = async () =>
      (await get(`articles/${id}?populate=localizations`)).body.data.localizations.map(
        ({ locale }: { locale: string }) => locale,
      );
    expect(await codes()).toEqual(["de", "fr"]);
    await save("PUT", `articles/${id}?locale=de`, { title: "Eins" });
    expect(await codes()).toEqual(["de", "fr"]);
  });

  it("lists one locale, several, or all", async () => {
    const { get } = await withArticle({ profile });
    expect(titles(await get("articles"))).toEqual(["One"]);
    expect(titles(await get("articles?locale=fr"))).toEqual(["Un"]);
    expect(titles(await get("articles?locale=*&sort=id"))).toEqual(["One", "Un"]);
    expect(titles(await get("articles?locale[0]=fr&locale[1]=en&sort=locale:desc"))).toEqual(["Un", "One"]);
    expect((await get("articles?locale=*&pagination[pageSize]=1&sort=title:desc")).body).toMatchObject({
      data: [{ title: "Un" }],
      meta: { pagination: { total: 2, pageCount: 2 } },
    });
    expect(titles(await get("articles?locale=*&filters[locale]=fr"))).toEqual(["Un"]);
    expect(titles(await get("articles?filters[$and][0][locale]=fr"))).toEqual([]);
    expect(titles(await get("articles?filters[localizations][title]=Un"))).toEqual(["One"]);
    expect(titles(await get("articles?sort=localizations.title&populate[localizations][fields]=title"))).toEqual([
      "One",
    ]);
    expect((await get("articles?locale=*&fields=locale&sort=locale")).body.data).toMatchObject([
      { locale: "en" },
      { locale: "fr" },
    ]);
  });

  it("spreads shared values within a status, and keeps localized ones apart", async () => {
    const { get, save, send, id } = await withArticle({ profile });
    await save("PUT", `articles/${id}?locale=fr`, { sku: "S2", link: { url: "v" } });
    expect((await get(`articles/${id}?populate=link`)).body.data).toMatchObject({ sku: "S2", link: { url: "v" } });
    await send("PUT", `/api/articles/${id}?status=draft`, { sku: "S3" });
    expect((await get(`articles/${id}?locale=fr&status=draft`)).body.data).toMatchObject({ sku: "S3", title: "Un" });
    for (const locale of ["en", "fr"]) {
      expect((await get(`articles/${id}?locale=${locale}`)).body.data).toMatchObject({ sku: "S2" });
    }
  });

  it("shows in a type without locales the entries of all, and the one that a link names", async () => {
    const { get, save, country, category } = await withArticle({ profile });
    const { body } = await get(`countries/${country}?populate[articles][populate][category][fields]=name`);
    expect(body.data.articles).toMatchObject([
      { title: "One", category: { name: "cat" } },
      { title: "Un", category: { name: "catfr" } },
    ]);
    const linked = await save("PUT", `countries/${country}?populate=top`, {
      top: { documentId: category, locale: "fr" },
    });
    expect(linked.top).toMatchObject({ name: "catfr" });
    const again = await save("PUT", `countries/${country}?populate=top&locale=fr`, { top: category });
    expect(again.top).toMatchObject({ name: "cat" });
    expect((await get("countries?filters[articles][title]=Un")).body.data).toHaveLength(1);
    expect((await get("countries?filters[articles][locale]=de")).body.data).toHaveLength(0);
  });

  it("refuses a link to an entry that is not in the locale", async () => {
    const { send, save, id } = await withArticle({ profile });
    const other = await save("POST", "categories", { name: "only en" });
    const refused = await send("PUT", `/api/articles/${id}?locale=fr`, { category: other.documentId });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { message: `Document with id "${other.documentId}", locale "fr" not found` } },
    });
  });

  it("holds values to be unique in each locale by itself", async () => {
    const { save, send } = await withArticle({ profile });
    const two = await save("POST", "articles", { title: "Two" });
    await save("PUT", `articles/${two.documentId}?locale=fr`, { title: "Deux", code: "c1" });
    const { status } = await send("PUT", `/api/articles/${two.documentId}?status=published`, { code: "c1" });
    expect(status).toBe(400);
  });

  it("deletes one locale, the default one, or all", async () => {
    const { get, send, id } = await withArticle({ profile });
    await send("DELETE", `/api/articles/${id}?locale=fr`);
    expect(titles(await get("articles?locale=*"))).toEqual(["One"]);
    await send("PUT", `/api/articles/${id}?locale=fr&status=published`, { title: "Un" });
    await send("DELETE", `/api/articles/${id}`);
    expect(titles(await get("articles?locale=*"))).toEqual(["Un"]);
    await send("PUT", `/api/articles/${id}?status=published`, { title: "One" });
    await send("DELETE", `/api/articles/${id}?locale=*`);
    expect(titles(await get("articles?locale=*"))).toEqual([]);
  });

  it("has single types in locales too", async () => {
    const { get, save, send } = await open({ profile });
    await save("PUT", "about", { title: "x", year: 3 });
    await save("PUT", "about?locale=fr", { title: "xfr" });
    expect((await get("about?locale=fr&populate=localizations")).body.data).toMatchObject({
      title: "xfr",
      year: 3,
      localizations: [{ title: "x", locale: "en" }],
    });
    await send("DELETE", "/api/about");
    expect((await get("about?locale=fr")).body.data).toMatchObject({ title: "xfr" });
    expect((await get("about")).status).toBe(404);
  });

  it("reads and writes locales over GraphQL", async () => {
    const { graphql, id } = await withArticle({ profile });
    expect(await graphql('{ articles(locale: "fr") { title locale localizations { title locale } } }')).toEqual({
      data: { articles: [{ title: "Un", locale: "fr", localizations: [{ title: "One", locale: "en" }] }] },
    });
    const update = `mutation { updateArticle(documentId: "${id}", locale: "de", data: { title: "Eins" }) { title sku } }`;
    expect(await graphql(update)).toEqual({ data: { updateArticle: { title: "Eins", sku: "S1" } } });
    await graphql(`mutation { deleteArticle(documentId: "${id}", locale: "fr") { documentId } }`);
    expect(await graphql('{ articles(locale: "*", sort: "id") { locale } }')).toEqual({
      data: { articles: [{ locale: "en" }, { locale: "de" }] },
    });
  });

  it("reads and writes locales by documents", async () => {
    const { galley, id } = await withArticle({ profile });
    const articles = galley.documents("api::article.article");
    await articles.update({ documentId: id, locale: "de", data: { title: "Eins" } });
    expect(await articles.findOne({ documentId: id, locale: "de" })).toMatchObject({ title: "Eins", sku: "S1" });
    await articles.publish({ documentId: id, locale: "de" });
    expect(await articles.findMany({ locale: "*", status: "published" })).toHaveLength(3);
    expect(await articles.delete({ documentId: id, locale: ["fr", "de"] })).toMatchObject({
      entries: [{ locale: "fr" }, { locale: "fr" }, { locale: "de" }, { locale: "de" }],
    });
    expect(await articles.findMany({ locale: "*" })).toMatchObject([{ title: "One" }]);
  });

  it("lists the locales for callers that may see them", async () => {
    const { send } = await open({ profile });
    const { body } = await send("GET", "/api/i18n/locales");
    expect(body).toMatchObject([
      { id: 1, code: "en", name: "English (en)", isDefault: true },
      { id: 2, code: "fr", name: "French (fr)", isDefault: false },
      { id: 3, code: "de", name: "German (de)", isDefault: false },
    ]);
    const { status } = await send("GET", "/api/i18n/locales", undefined, "read");
    expect(status).toBe(profile === "strapi" ? 403 : 200);
  });

  it("lists the default locale where no type is localized, in Strapi's profile", async () => {
    const schema = schemaOf({ country: { plural: "countries", dp: false, attributes: { name: text } } });
    const tokens = [{ name: "full", token: "full", access: "full-access" }] as const;
    const galley = await createGalley({ schema, profile, tokens });
    const answer = await galley.fetch("/api/i18n/locales", { headers: { authorization: "Bearer full" } });
    expect(answer.status).toBe(profile === "strapi" ? 200 : 404);
    if (profile === "strapi") expect(await answer.json()).toMatchObject([{ code: "en", isDefault: true }]);
  });

  it("keeps all of it in a snapshot", async () => {
    const { galley, get, send, id } = await withArticle({ profile });
    const snapshot = galley.snapshot();
    await send("DELETE", `/api/articles/${id}?locale=*`);
    await galley.restore(snapshot);
    expect(titles(await get("articles?locale=*&sort=id"))).toEqual(["One", "Un"]);
  });

  it("falls back where there is nothing in the locale, and nowhere else", async () => {
    const { get, save, id } = await withArticle({ profile, locales: { en: {}, fr: { fallback: "en" }, de: {} } });
    await save("PUT", `articles/${id}?locale=de`, { title: "Eins" });
    await save("POST", "articles", { title: "Two" });
    expect(titles(await get("articles?locale=fr&sort=title"))).toEqual(["Two", "Un"]);
  });

  it("filters by localizations in the status of the entry for callers that may not see drafts (P6)", async () => {
    const { galley, send, save, id } = await withArticle({ profile });
    await send("PUT", `/api/articles/${id}?status=draft&locale=fr`, { title: "Secret" });
    await send("PUT", `/api/articles/${id}?status=draft&locale=de`, { title: "Secret" });
    await save("PUT", "about", { title: "x" });
    const read = async (path: string) => (await galley.fetch(`/api/articles?${path}`)).json();
    expect(await read("filters[localizations][title]=Secret")).toMatchObject({ data: [] });
    expect(await read("filters[localizations][title]=Un")).toMatchObject({ data: [{ title: "One" }] });
  });
});

describe("behaviour of only one profile", () => {
  it("treats a filter by locale at the root as the locale, as Strapi does, or as a filter within it in the default profile", async () => {
    const strapi = await withArticle({ profile: "strapi" });
    const { get, send, id, graphql } = strapi;
    for (const value of ["fr", "de"]) {
      // The second is filled in from the template of the first.
      const found = value === "fr" ? ["Un"] : [];
      expect(titles(await get(`articles?filters[locale]=${value}`))).toEqual(found);
      expect(titles(await get(`articles?locale=en&filters[locale][$eq]=${value}`))).toEqual(found);
    }
    expect((await get(`articles/${id}?filters[locale]=fr`)).body.data).toMatchObject({ title: "Un" });
    expect((await get(`articles/${id}?filters[locale][$ne]=xx`)).body.data).toMatchObject({ title: "One" });
    expect(await graphql('{ articles(filters: { locale: { eq: "fr" } }) { title } }')).toEqual({
      data: { articles: [{ title: "Un" }] },
    });
    const articles = strapi.galley.documents("api::article.article");
    expect(await articles.findMany({ filters: { locale: "fr" } })).toMatchObject([{ title: "Un" }]);
    const contract = await withArticle();
    expect(titles(await contract.get("articles?filters[locale]=fr"))).toEqual([]);
    expect((await contract.get(`articles/${contract.id}?filters[locale]=fr`)).status).toBe(404);
    await send("DELETE", `/api/articles/${id}?filters[locale]=fr`);
    expect(titles(await get("articles?locale=*"))).toEqual(["One"]);
  });

  it("filters by all versions of a document as Strapi does, and by the other locales of an entry in the default profile", async () => {
    const list = "articles?sort=id&status=draft&filters";
    const withDrafts = async (profile: "contract" | "strapi") => {
      const opened = await withArticle({ profile });
      await opened.save("POST", "articles", { title: "Two" });
      await opened.send("PUT", `/api/articles/${opened.id}?status=draft`, { title: "Changed" });
      return async (condition: string) => titles(await opened.get(list + condition));
    };
    const strapi = await withDrafts("strapi");
    expect(await strapi("[localizations][title]=One")).toEqual(["Changed"]);
    expect(await strapi("[localizations][title]=Two")).toEqual(["Two"]);
    expect(await strapi("[localizations][title]=Un")).toEqual(["Changed"]);
    expect(await strapi("[$not][localizations][title]=Changed")).toEqual(["Changed", "Two"]);
    expect(await strapi("[localizations][title][$null]=true")).toEqual([]);
    const contract = await withDrafts("contract");
    expect(await contract("[localizations][title]=One")).toEqual([]);
    expect(await contract("[localizations][title]=Two")).toEqual([]);
    expect(await contract("[localizations][title]=Un")).toEqual(["Changed"]);
    expect(await contract("[localizations][title][$null]=true")).toEqual(["Two"]);
  });

  it("accepts writes to any locale as Strapi does, except for invalid codes", async () => {
    const { get, save, send, id } = await withArticle({ profile: "strapi" });
    await save("PUT", `articles/${id}?locale=xx`, { title: "X" });
    expect(titles(await get("articles?locale=xx"))).toEqual(["X"]);
    expect((await send("PUT", `/api/articles/${id}?locale=a%20b`, { title: "X" })).status).toBe(400);
  });

  it("refuses a shared component with a link to an entry that is not in the locale, as Strapi does", async () => {
    const { save, send } = await withArticle({ profile: "strapi" });
    const other = await save("POST", "categories", { name: "only en" });
    const article = await save("POST", "articles", { title: "Ref", ref: { note: "n", category: other.documentId } });
    const refused = await send("PUT", `/api/articles/${article.documentId}?locale=fr`, { title: "R" });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('locale "fr"') } },
    });
  });

  it("keeps such a link, and shows it from when it leads somewhere, in the default profile", async () => {
    const { get, save } = await withArticle();
    const other = await save("POST", "categories", { name: "only en" });
    const article = await save("POST", "articles", { title: "Ref", ref: { note: "n", category: other.documentId } });
    const path = `articles/${article.documentId}?locale=fr&populate[ref][populate]=category`;
    await save("PUT", `articles/${article.documentId}?locale=fr`, { title: "R" });
    expect((await get(path)).body.data.ref).toMatchObject({ note: "n", category: null });
    await save("PUT", `categories/${other.documentId}?locale=fr`, { name: "now fr" });
    expect((await get(path)).body.data.ref).toMatchObject({ category: { name: "now fr" } });
  });

  it("refuses locales that are not there in the default profile, and names those that are", async () => {
    const { get, send, id } = await withArticle();
    const message = `Invalid parameter at 'locale': "xx" is not among the locales: en, fr, de`;
    for (const path of ["articles?locale=xx", "articles?locale[]=en&locale[]=xx", `articles/${id}?locale=xx`]) {
      expect(await get(path)).toMatchObject({ status: 400, body: { error: { message } } });
    }
    expect(await send("PUT", `/api/articles/${id}?locale=xx`, { title: "X" })).toMatchObject({ status: 400 });
    expect((await get(`articles/${id}?locale=*`)).status).toBe(400);
  });

  it("falls back to another locale if the requested one has no entry", async () => {
    const { get, save, id } = await withArticle({
      locales: { en: {}, fr: { fallback: "en" }, de: { fallback: "fr" } },
    });
    const two = await save("POST", "articles", { title: "Two" });
    expect((await get(`articles/${two.documentId}?locale=fr`)).body.data).toMatchObject({ title: "Two", locale: "en" });
    expect((await get(`articles/${id}?locale=de`)).body.data).toMatchObject({ title: "Un", locale: "fr" });
    const list = await get("articles?locale=fr&sort=id");
    expect(titles(list).sort()).toEqual(["Two", "Un"]);
    expect(list.body.meta.pagination.total).toBe(2);
    expect(titles(await get("articles?locale=en&sort=id"))).toEqual(["One", "Two"]);
    expect((await get("articles?locale=de")).body.meta.pagination.total).toBe(2);
  });
});
