import { expect, onTestFinished, test } from "vitest";
import { createGalley, defineSchema } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

const localized = { pluginOptions: { i18n: { localized: true } } } as const;

const schema = defineSchema(
  schemaOf({
    home: { kind: "singleType", ...localized, attributes: { title: { type: "string", ...localized } } },
  }),
);

/** A single type with a document for each locale, which a program has stored, as Strapi's Document Service lets it. */
async function start() {
  const galley = await createGalley({ schema, locales: ["en", "fr", "de"], open: true, graphql: true });
  onTestFinished(() => galley.close());
  const homes = galley.documents("api::home.home");
  await homes.create({ data: { title: "Home" }, status: "published" });
  await homes.create({ data: { title: "Accueil" }, locale: "fr", status: "published" });
  return galley;
}

test("a single type with several documents is read from the first one that fits", async () => {
  const galley = await start();
  const titleOf = async (query: string) => {
    const answer = await galley.fetch(`/api/home${query}`);
    return answer.ok ? ((await answer.json()) as { data: { title: string } }).data.title : answer.status;
  };
  expect([await titleOf(""), await titleOf("?locale=fr"), await titleOf("?locale=de")]).toEqual([
    "Home",
    "Accueil",
    404,
  ]);
});

test.each([
  ["prepared", '{ home(locale: "fr") { title } other: home(locale: "de") { title } }'],
  [
    "by graphql-js",
    '{ home(locale: "fr") { title __typename ...More } other: home(locale: "de") { title } } fragment More on Home { documentId }',
  ],
])("over GraphQL too, %s", async (_, query) => {
  const galley = await start();
  const body = JSON.stringify({ query });
  const answer = await galley.fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(await answer.json()).toMatchObject({ data: { home: { title: "Accueil" }, other: null } });
});

test("with a hook too", async () => {
  const galley = await start();
  const actions: string[] = [];
  galley.use((context, next) => {
    actions.push(context.action);
    return next();
  });
  expect((await galley.fetch("/api/home?locale=fr")).status).toBe(200);
  expect(actions).toEqual(["findFirst"]);
});
