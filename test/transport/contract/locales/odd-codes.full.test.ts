import { describe, expect, it, onTestFinished } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { withJson } from "../../../support/requests/json.ts";

const localized = { i18n: { localized: true } };
const headers = { authorization: "Bearer all" };

/** Valid codes that code might take for a word of its own. */
const CODES = ["all", "default", "draft", "every", "null", "none", "query", "toString", "valueOf"];

async function open(profile: "contract" | "strapi") {
  const galley = await createGalley({
    schema: schemaOf({
      page: { pluginOptions: localized, attributes: { title: { type: "string", pluginOptions: localized } } },
    }),
    profile,
    graphql: true,
    locales: ["en", "fr", ...CODES],
    tokens: [{ name: "all", token: "all", access: "full-access" }],
  });
  onTestFinished(() => galley.close());
  const pages = galley.documents("api::page.page");
  const { documentId } = await pages.create({ data: { title: "en" }, status: "published" });
  const send = async (method: string, path: string, body?: object) => {
    const init = withJson(method, body, headers);
    return galley.fetch(path, init);
  };
  for (const locale of ["fr", ...CODES]) {
    const path = `/api/pages/${documentId}?locale=${locale}&status=published`;
    expect((await send("PUT", path, { data: { title: locale } })).status).toBe(200);
  }
  const left = async () => {
    const answer = await send("GET", "/api/pages?locale=*&status=draft&pagination[pageSize]=100&fields=title");
    return ((await answer.json()) as { data: { title: string }[] }).data.map(({ title }) => title).toSorted();
  };
  return { galley, pages, documentId, send, left };
}

const others = (code: string) => ["en", "fr", ...CODES].filter((each) => each !== code).toSorted();

describe.each(["contract", "strapi"] as const)("locales named like words of the code, profile %s", (profile) => {
  it.each(CODES)("DELETE ?locale=%s deletes that locale alone", async (code) => {
    const { documentId, send, left } = await open(profile);
    expect((await send("DELETE", `/api/pages/${documentId}?locale=${code}`)).ok).toBe(true);
    expect(await left()).toEqual(others(code));
  });

  it.each(CODES)("documents().delete({ locale: %j }) deletes that locale alone", async (locale) => {
    const { pages, documentId, left } = await open(profile);
    await pages.delete({ documentId, locale });
    expect(await left()).toEqual(others(locale));
  });

  it.each(CODES)("deletePage(locale: %j) deletes that locale alone", async (code) => {
    const { documentId, send, left } = await open(profile);
    const query = `mutation { deletePage(documentId: "${documentId}", locale: "${code}") { documentId } }`;
    const answer = await send("POST", "/graphql", { query });
    expect(await answer.json()).toEqual({ data: { deletePage: { documentId } } });
    expect(await left()).toEqual(others(code));
  });

  it("DELETE ?locale=* deletes every locale", async () => {
    const { documentId, send, left } = await open(profile);
    expect((await send("DELETE", `/api/pages/${documentId}?locale=*`)).ok).toBe(true);
    expect(await left()).toEqual([]);
  });
});
