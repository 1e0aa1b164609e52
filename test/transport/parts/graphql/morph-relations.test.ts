import { afterAll, beforeAll, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { MORPH_TYPES } from "../../../support/content/morph-types.ts";
import { ask } from "../../../support/requests/ask-graphql.ts";
import { Caller } from "../../../support/requests/caller.ts";

let galley: Galley;
let editor: Caller;
let visitor: Caller;
let tag: string;

beforeAll(async () => {
  const roles = { public: { "api::spot.spot": ["find"], "api::tag.tag": ["find"] } } as const;
  const tokens = [{ name: "editor", token: "token-of-the-editor", access: "full-access" }] as const;
  galley = await createGalley({ schema: MORPH_TYPES, graphql: true, roles, tokens });
  const { url } = await galley.listen({ port: 0 });
  editor = new Caller(url, "token-of-the-editor");
  visitor = new Caller(url);
  const make = async (kind: string, name: string) =>
    (await editor.post(`/api/${kind}s?status=published`, { data: { name } })).entry.documentId;
  tag = await make("tag", "t");
  const author = await make("author", "a");
  const things = [
    { __type: "api::author.author", documentId: author },
    { __type: "api::tag.tag", documentId: tag },
  ];
  const data = { title: "s", things, thing: things[1], ref: { label: "x", things } };
  await editor.post("/api/spots?status=published", { data });
});
afterAll(() => galley.close());

const FRAGMENTS = "__typename ... on Tag { name documentId } ... on Author { called: name spots { title } }";
const QUERY = `{ spots { title thing { ${FRAGMENTS} } things { ${FRAGMENTS} } ref { things { __typename } } } }`;

it("relations to any type are unions, in the order of their lists", async () => {
  const entry = { __typename: "Tag", name: "t", documentId: tag };
  const spot = {
    title: "s",
    thing: entry,
    things: [{ __typename: "Author", called: "a", spots: [{ title: "s" }] }, entry],
    ref: { things: [{ __typename: "Author" }, { __typename: "Tag" }] },
  };
  for (let time = 0; time < 2; time++) expect((await ask(editor, QUERY)).data).toEqual({ spots: [spot] });
});

it("entries of types that the caller may not find are left out, and changes are shown", async () => {
  const query = "{ spots { thing { __typename ... on Tag { name } } things { __typename ... on Tag { name } } } }";
  const shown = (name: string) => ({
    spots: [{ thing: { __typename: "Tag", name }, things: [{ __typename: "Tag", name }] }],
  });
  expect((await ask(visitor, query)).data).toEqual(shown("t"));
  await editor.put(`/api/tags/${tag}?status=published`, { data: { name: "u" } });
  expect((await ask(visitor, query)).data).toEqual(shown("u"));
});

it("relations to any type are neither filters nor input", async () => {
  const fieldsOf = async (type: string) => {
    const { data } = await ask(editor, `{ __type(name: "${type}") { inputFields { name } } }`);
    const { inputFields } = Object(data?.__type) as { readonly inputFields: readonly { readonly name: string }[] };
    return inputFields.map(({ name }) => name);
  };
  expect(await fieldsOf("SpotInput")).not.toContain("things");
  expect(await fieldsOf("SpotFiltersInput")).not.toContain("things");
});
