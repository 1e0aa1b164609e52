import { describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../../../transport/galley.ts";
import { BLOG } from "../../../../support/content/blog.ts";
import { schemaOf } from "../../../../support/content/schema-of.ts";
import { withJson } from "../../../../support/requests/json.ts";
import { openGalley } from "../../../../support/servers/open-galley.ts";

type ProfileName = "contract" | "strapi";

async function open(profile: ProfileName, documents: number): Promise<Galley> {
  const galley = await openGalley({ schema: BLOG, profile, graphql: true, open: true });
  for (let number = 0; number < documents; number++) {
    const tag = await galley.documents("api::tag.tag").create({ data: { name: `t${number}` }, status: "published" });
    const data = { title: `p${number}`, slug: `p${number}`, tags: [tag.documentId] };
    await galley.documents("api::post.post").create({ data, status: "published" });
  }
  return galley;
}

async function ask(galley: Galley, query: string) {
  const response = await galley.fetch("/graphql", withJson("POST", { query }));
  const { errors } = (await response.json()) as { readonly errors?: readonly { readonly message: string }[] };
  return { status: response.status, message: errors?.[0]?.message };
}

/** Lists without a limit, which count as a hundred entries each when nothing else is known. */
const all = (name: string, below: string) => `${name}(pagination: { limit: -1 }) { ${below} }`;
const FOUR_LISTS = `{ ${all("posts", all("tags", all("posts", all("tags", "name"))))} }`;

describe.each<ProfileName>(["contract", "strapi"])("the cost of an operation, in profile %s", (profile) => {
  it("counts the documents that a list can have", async () => {
    const galley = await open(profile, 3);
    expect(await ask(galley, FOUR_LISTS)).toEqual({ status: 200, message: undefined });
  });

  it("grows with the content, whatever was answered before", async () => {
    const galley = await open(profile, 3);
    // The third time, it is answered by its prepared read.
    for (let time = 0; time < 4; time++) expect((await ask(galley, FOUR_LISTS)).status).toBe(200);
    for (let number = 0; number < 60; number++) {
      await galley.documents("api::tag.tag").create({ data: { name: `n${number}` }, status: "published" });
      const data = { title: `n${number}`, slug: `n${number}` };
      await galley.documents("api::post.post").create({ data, status: "published" });
    }
    const { status, message } = await ask(galley, FOUR_LISTS);
    expect(status).toBe(400);
    expect(message).toContain('limit "cost"');
    expect(message).toContain("graphql.limits.cost");
  });

  it.each([0, 3])("is too high in circles, with %s documents", async (documents) => {
    const galley = await open(profile, documents);
    const circle = `{ ${"posts(pagination: { limit: -1 }) { tags(pagination: { limit: -1 }) { ".repeat(3)}name${" } }".repeat(3)} }`;
    expect(await ask(galley, circle)).toMatchObject({ status: 400, message: expect.stringContaining('"cost"') });
  });
});

describe("the cost of a tree", () => {
  const tree = { type: "relation", relation: "oneToMany", target: "api::page.page", mappedBy: "parent" } as const;
  const attributes = {
    title: { type: "string" },
    parent: { type: "relation", relation: "manyToOne", target: "api::page.page", inversedBy: "children" },
    children: tree,
  } as const;

  it("is that of its entries once, as each has one parent", async () => {
    const page = Array.from({ length: 40 }, (_, at) => ({ title: `p${at}` }));
    const schema = schemaOf({ page: { dp: false, attributes } });
    await using galley = await createGalley({ schema, seed: { page }, profile: "strapi", graphql: true, open: true });
    const below = (depth: number): string => (depth === 0 ? "title" : all("children", below(depth - 1)));
    expect(await ask(galley, `{ ${all("pages", below(6))} }`)).toEqual({ status: 200, message: undefined });
    const round = (depth: number): string =>
      depth === 0 ? "title" : all("children", `parent { ${round(depth - 1)} }`);
    expect(await ask(galley, `{ ${all("pages", round(6))} }`)).toMatchObject({ status: 400 });
  });
});

describe("the length of a document is no measure of its work", () => {
  const names = (count: number, part: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => part(at)).join(" ");

  it.each([
    ["one name in 90 fragments", `{ posts { ${names(90, () => "... on Post { title slug author { name } }")} } }`],
    [
      "a fragment of 30 fields in 100 places",
      `{ ${names(100, (at) => `a${at}: posts { ...P }`)} } fragment P on Post { ${names(30, (at) => (at < 90 ? (["title", "slug", "excerpt", "featured"][at % 4] ?? "") : ""))} author { name bio email } }`,
    ],
  ])("%s", async (_what, query) => {
    const galley = await open("contract", 2);
    expect(query.length).toBeLessThan(20_000);
    expect(await ask(galley, query)).toEqual({ status: 200, message: undefined });
  });
});
