import { describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { localeRead } from "../../differential/locales/requests.ts";
import { LOCALIZED_TYPES } from "../../differential/locales/types.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { fc } from "../../support/fast-check.ts";
import type { Types } from "../../support/vectors/format.ts";

const localized = { i18n: { localized: true } };
const { page, ...others } = LOCALIZED_TYPES.types;

/** Localized pages with a private value and a link to a type that visitors may not read. */
const TYPES: Types = {
  ...LOCALIZED_TYPES,
  types: {
    page: {
      plural: "pages",
      ...page,
      attributes: {
        ...page?.attributes,
        hush: { type: "string", private: true, pluginOptions: localized },
        vault: { type: "relation", relation: "manyToOne", target: "api::vault.vault" },
      },
    },
    vault: {
      plural: "vaults",
      dp: false,
      pluginOptions: localized,
      attributes: { word: { type: "string", pluginOptions: localized } },
    },
    ...others,
  },
};

const CODES = ["en", "fr", "de"] as const;
const word = fc.constantFrom("a", "b", "c", "d");

/** Secrets that visitors must not learn, of one locale or of all. */
const secrets = fc.record({
  hush: fc.record({ en: word, fr: word }),
  vault: fc.record({ en: word, fr: word }),
  /** Drafts that are not published: changed ones, and one in a locale that has no published version. */
  drafts: fc.record({
    title: word,
    sku: word,
    topic: fc.nat(1),
    locale: fc.constantFrom(...CODES),
    german: fc.boolean(),
  }),
});
type Secrets = typeof secrets extends fc.Arbitrary<infer S> ? S : never;

async function open({ hush, vault, drafts }: Secrets, profile: "contract" | "strapi"): Promise<Galley> {
  const galley = await createGalley({
    schema: schemaOf(TYPES.types, TYPES.components),
    locales: CODES,
    profile,
    roles: { public: Object.fromEntries(["page", "topic", "country"].map((name) => [name, ["find", "findOne"]])) },
    ids: "sequential",
    clock: "2026-01-01",
  });
  const [pages, topics, vaults] = ["page", "topic", "vault"].map((name) => galley.documents(`api::${name}.${name}`));
  if (!pages || !topics || !vaults) throw new Error("There are three");
  const made = async (
    documents: typeof pages,
    each: (code: (typeof CODES)[number]) => { readonly [name: string]: unknown },
  ) => {
    const { documentId } = await documents.create({ data: each("en"), status: "published" });
    for (const locale of ["fr", "de"] as const) {
      await documents.update({ documentId: String(documentId), locale, data: each(locale), status: "published" });
    }
    return String(documentId);
  };
  const words = { de: "a", ...vault };
  const hushed = { de: "a", ...hush };
  const kept = await made(vaults, (code) => ({ word: words[code] }));
  const topicIds = [await made(topics, () => ({ name: "a" })), await made(topics, (name) => ({ name }))];
  const own = { sku: "b", price: 3, link: { label: "a" }, topic: topicIds[0], tags: topicIds, vault: kept };
  const both = await made(pages, (code) => ({ title: "b", hush: hushed[code], ...own }));
  const { documentId: english } = await pages.create({ data: { title: "c", hush: hush.en }, status: "published" });
  // Last, so that nothing that is published has another id or time for it.
  const { title, sku, locale, topic, german } = drafts;
  await pages.update({ documentId: both, locale, data: { title, sku, topic: topicIds[topic] } });
  await pages.update({ documentId: String(english), locale: german ? "de" : "fr", data: { title, sku } });
  return galley;
}

/** By definition this reveals whether a draft was changed after it was published. */
const tells = /status=draft|publicationFilter/;

const more = fc.constantFrom(
  "filters[hush]=a",
  "filters[localizations][hush][$contains]=a",
  "sort=localizations.hush",
  "filters[vault][word]=a",
  "filters[localizations][vault][locale]=fr",
  "populate=vault",
  "populate[localizations][populate]=vault",
  "filters[localizations][title]=a&locale=*",
  "filters[$not][localizations][locale]=de&locale=*",
  "filters[localizations][publishedAt][$null]=true",
  "sort=localizations.title:desc",
  "filters[topic][localizations][name]=a",
  "filters[locale][$ne]=en",
  "_q=a&locale=*",
);
const request = fc.oneof(
  { weight: 3, arbitrary: localeRead.map(({ path }) => path.replace(/@page:\d+@/, "page1")) },
  { weight: 2, arbitrary: more.map((query) => `/api/pages?${query}`) },
  { weight: 1, arbitrary: more.map((query) => `/api/topics?populate=*&${query}`) },
);
const requests = fc.array(
  request.filter((path) => !tells.test(path)),
  { minLength: 40, maxLength: 40 },
);

describe("a visitor of localized types", () => {
  it("gets the same answers whatever drafts, private values and hidden types say in any locale (P6)", async () => {
    const profile = fc.constantFrom("contract" as const, "strapi" as const);
    const law = fc.asyncProperty(profile, secrets, secrets, requests, async (profile, one, other, paths) => {
      await using first = await open(one, profile);
      await using second = await open(other, profile);
      for (const path of paths) {
        const [expected, actual] = await Promise.all([first.fetch(path), second.fetch(path)]);
        expect([actual.status, await actual.text()], path).toEqual([expected.status, await expected.text()]);
      }
    });
    await fc.assert(law, { numRuns: Number(process.env.GALLEY_SECRET_PAIRS ?? 4) });
  });

  it("would get others if it might see them, so that there is something to hide", async () => {
    const quiet = { hush: { en: "a", fr: "a" }, vault: { en: "a", fr: "a" } } as const;
    const drafts = { title: "a", sku: "a", topic: 0, locale: "en", german: true } as const;
    await using first = await open({ ...quiet, drafts }, "contract");
    await using second = await open(
      { ...quiet, hush: { en: "a", fr: "d" } as const, drafts: { ...drafts, german: false } },
      "contract",
    );
    const ask = (galley: Galley) => galley.documents("api::page.page").findMany({ locale: "*", sort: "id" });
    expect(await ask(first)).not.toEqual(await ask(second));
  });
});
