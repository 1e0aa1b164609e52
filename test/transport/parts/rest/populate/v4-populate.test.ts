import { describe, expect, it } from "vitest";
import { createGalley } from "../../../../../transport/galley.ts";
import { schemaOf } from "../../../../support/content/schema-of.ts";

const text = { type: "string" } as const;

const SCHEMA = schemaOf(
  {
    article: {
      dp: false,
      attributes: {
        title: text,
        author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "articles" },
        seo: { type: "component", component: "shared.seo" },
      },
    },
    author: {
      dp: false,
      attributes: {
        name: text,
        articles: { type: "relation", relation: "oneToMany", target: "api::article.article", mappedBy: "author" },
      },
    },
    page: {
      dp: false,
      attributes: { title: text, zone: { type: "dynamiczone", components: ["shared.seo", "shared.link"] } },
    },
  },
  {
    "shared.seo": { title: text, links: { type: "component", component: "shared.link", repeatable: true } },
    "shared.link": { label: text, page: { type: "relation", relation: "oneToOne", target: "api::page.page" } },
  },
);

const SEED = {
  page: [
    { $name: "p", title: "P" },
    { title: "Z", zone: [{ __component: "shared.seo", title: "s", links: [{ label: "l", page: { $ref: "p" } }] }] },
  ],
  author: [{ $name: "ann", name: "Ann" }],
  article: [{ title: "A", author: { $ref: "ann" }, seo: { title: "s", links: [{ label: "l", page: { $ref: "p" } }] } }],
};

type Value = null | string | number | readonly Value[] | { readonly [name: string]: Value };

/** Populated members alone: of an entry its populated attributes, of a component and a list what is in them. */
function shape(value: Value): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return undefined;
  const { data, attributes } = value as { readonly [name: string]: Value };
  if (data !== undefined) return shape(data);
  const members = Object.entries((attributes ?? value) as { readonly [name: string]: Value });
  return Object.fromEntries(
    members.flatMap(([name, inner]) => (shape(inner) === undefined ? [] : [[name, shape(inner)]])),
  );
}

async function populated(type: string, query: string): Promise<unknown> {
  const galley = await createGalley({
    schema: SCHEMA as never,
    seed: SEED as never,
    profile: "strapi",
    rest: { format: "v4" },
    open: true,
  });
  const answer = await galley.fetch(`/api/${type}?${query}`);
  const body = JSON.parse(await answer.text());
  await galley.close();
  return answer.status === 200 ? shape(body.data[0]) : body.error;
}

describe("populate as of Strapi 4", () => {
  const author = { author: {} };
  const articles = { author: { articles: [{}] } };
  const links = { seo: { links: [{}] } };
  const page = { seo: { links: [{ page: {} }] } };
  it.each<[string, unknown]>([
    ["populate=true", {}],
    ["populate=false", {}],
    ["populate=author,seo", { author: {}, seo: {} }],
    ["populate=author.true", author],
    ["populate=seo.links.page", page],
    ["populate=seo.links.true", links],
    ["populate[0]=author&populate[1]=seo.links", { author: {}, seo: { links: [{}] } }],
    ["populate[nothing]=true", {}],
    ["populate[author]=true", author],
    ["populate[author]=x", author],
    ["populate[author]=*", author],
    ["populate[author]=false", {}],
    ["populate[author][populate]=true", author],
    ["populate[author][populate][nothing]=true", author],
    ["populate[author][populate][articles]=true", articles],
    ["populate[author][populate][articles][populate]=true", articles],
    ["populate[author][populate][articles][populate]=seo,author", { author: { articles: [{ author: {}, seo: {} }] } }],
    ["populate[author][populate][articles][populate][seo][populate]=true", { author: { articles: [{ seo: {} }] } }],
    ["populate[seo][populate]=links,nothing", links],
    ["populate[seo][populate][links][populate]=true", links],
    ["populate[seo][populate][links][populate][page]=true", page],
  ])("%s of an article", async (query, expected) => {
    expect(await populated("articles", query)).toEqual(expected);
  });

  const zone = { zone: [{}] };
  it.each<[string, unknown]>([
    ["populate[zone]=true", zone],
    ["populate[zone]=false", {}],
    ["populate[zone][populate]=true", zone],
    ["populate[zone][populate]=*", { zone: [{ links: [{}] }] }],
    ["populate[zone][populate]=links", { zone: [{ links: [{}] }] }],
    ["populate[zone][populate]=links.page", { zone: [{ links: [{ page: {} }] }] }],
    ["populate[zone][populate][links][populate]=true", { zone: [{ links: [{}] }] }],
    ["populate[zone][populate][links][populate][page]=true", { zone: [{ links: [{ page: {} }] }] }],
    ["populate[zone][on][shared.seo]=true", zone],
    ["populate[zone][on][shared.seo][populate]=true", zone],
    ["populate[zone][on][shared.seo][populate][links][populate]=page", { zone: [{ links: [{ page: {} }] }] }],
  ])("%s of a page", async (query, expected) => {
    expect(await populated("pages", `filters[title]=Z&${query}`)).toEqual(expected);
  });

  it("names attributes that exist, in the default profile", async () => {
    const galley = await createGalley({
      schema: SCHEMA as never,
      seed: SEED as never,
      rest: { format: "v4" },
      open: true,
    });
    const status = async (query: string) => (await galley.fetch(`/api/articles?${query}`)).status;
    expect(await status("populate[nothing]=true")).toBe(400);
    expect(await status("populate[author][populate]=articles,seo")).toBe(400);
    expect(await status("populate[author][populate]=articles")).toBe(200);
    await galley.close();
  });
});
