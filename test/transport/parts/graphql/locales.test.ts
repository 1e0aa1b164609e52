import { describe, expect, it, onTestFinished } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { withJson } from "../../../support/requests/json.ts";

const i18n = { i18n: { localized: true } };

const SCHEMA: SchemaDefinition = schemaOf({
  page: { dp: false, pluginOptions: i18n, attributes: { title: { type: "string", pluginOptions: i18n } } },
  note: { dp: false, attributes: { text: { type: "string" } } },
});

interface Options {
  readonly profile?: "contract" | "strapi";
  readonly schema?: SchemaDefinition;
  readonly public?: string;
}

async function open({ profile = "contract", schema = SCHEMA, ...given }: Options = {}) {
  const galley = await createGalley({
    schema,
    profile,
    locales: { fr: { fallback: "en" }, en: {}, "pt-BR": { name: "Brazil" } },
    defaultLocale: "en",
    graphql: true,
    tokens: [
      { name: "all", token: "all", access: "full-access" },
      { name: "read", token: "read", access: "read-only" },
    ],
    ...(given.public !== undefined && { roles: { public: { [given.public]: ["find"] } } }),
  });
  onTestFinished(() => galley.close());
  return async (query: string, token = "all") => {
    const headers = { ...(token !== "" && { authorization: `Bearer ${token}` }) };
    const response = await galley.fetch("/graphql", withJson("POST", { query }, headers));
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into member by member
    const { data, errors } = (await response.json()) as any;
    return { data, errors: errors?.map(({ message }: { readonly message: string }) => message) };
  };
}

describe.each(["contract", "strapi"] as const)("i18NLocales in profile %s", (profile) => {
  it("lists the configured locales, the default one first", async () => {
    const ask = await open({ profile });
    const { data, errors } = await ask("{ i18NLocales { documentId name code createdAt publishedAt __typename } }");
    expect(errors).toBeUndefined();
    const dates = { createdAt: "1970-01-01T00:00:00.000Z", publishedAt: "1970-01-01T00:00:00.000Z" };
    const typed = { ...dates, __typename: "I18NLocale" };
    expect(data.i18NLocales).toEqual([
      { documentId: "locale-en", name: "English (en)", code: "en", ...typed },
      { documentId: "locale-fr", name: "French (fr)", code: "fr", ...typed },
      { documentId: "locale-pt-BR", name: "Brazil", code: "pt-BR", ...typed },
    ]);
  });

  it("filters, sorts and pages them as any list, and counts them", async () => {
    const ask = await open({ profile });
    const { data } = await ask(`{
      sorted: i18NLocales(sort: "code:desc", pagination: { limit: 2 }) { code }
      filtered: i18NLocales(filters: { or: [{ code: { startsWith: "pt" } }, { name: { eq: "French (fr)" } }] }) { code }
      counted: i18NLocales_connection(pagination: { page: 2, pageSize: 2 }) { nodes { code } pageInfo { total pageCount } }
    }`);
    expect(data).toEqual({
      sorted: [{ code: "pt-BR" }, { code: "fr" }],
      filtered: [{ code: "fr" }, { code: "pt-BR" }],
      counted: { nodes: [{ code: "pt-BR" }], pageInfo: { total: 3, pageCount: 2 } },
    });
  });

  it("shows one by its documentId, and null for none", async () => {
    const ask = await open({ profile });
    const { data } = await ask(
      '{ one: i18NLocale(documentId: "locale-fr") { code } none: i18NLocale(documentId: "locale-xx") { code } }',
    );
    expect(data).toEqual({ one: { code: "fr" }, none: null });
  });

  it("refuses unknown arguments by name", async () => {
    const ask = await open({ profile });
    expect((await ask('{ i18NLocales(sort: "nothing") { code } }')).errors).toEqual(["Invalid key nothing"]);
    expect((await ask("{ i18NLocales { isDefault } }")).errors).toEqual([
      'Cannot query field "isDefault" on type "I18NLocale".',
    ]);
  });

  it("comes with the entries of one operation", async () => {
    const ask = await open({ profile });
    expect((await ask("{ pages { title } i18NLocales { code } }")).data).toEqual({
      pages: [],
      i18NLocales: [{ code: "en" }, { code: "fr" }, { code: "pt-BR" }],
    });
  });
});

describe("callers that may list the locales over GraphQL", () => {
  it("is every caller that may find entries of a localized type", async () => {
    expect((await (await open({ public: "page" }))("{ i18NLocales { code } }", "")).data.i18NLocales).toHaveLength(3);
    expect((await (await open({ public: "note" }))("{ i18NLocales { code } }", "")).errors).toEqual([
      "Forbidden access",
    ]);
  });

  it("is in profile strapi a token with full access", async () => {
    const ask = await open({ profile: "strapi", public: "page" });
    expect((await ask("{ i18NLocales { code } }", "")).errors).toEqual(["Forbidden access"]);
    expect((await ask("{ i18NLocales { code } }", "read")).errors).toEqual(["Forbidden access"]);
    expect((await ask("{ i18NLocales { code } }", "all")).data.i18NLocales).toHaveLength(3);
  });

  it("is in no profile but strapi someone where no type is localized", async () => {
    const { "api::note.note": note } = SCHEMA.contentTypes;
    if (note === undefined) throw new Error("There is one");
    const schema = { contentTypes: { "api::note.note": note } };
    expect((await (await open({ schema }))("{ i18NLocales { code } }")).errors).toEqual([
      'Cannot query field "i18NLocales" on type "Query".',
    ]);
    const strapi = await open({ schema, profile: "strapi" });
    expect((await strapi("{ i18NLocales { code } }")).data.i18NLocales).toHaveLength(3);
  });
});
