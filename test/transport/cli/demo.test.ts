import { describe, expect, test } from "vitest";
import { DEMO_SCHEMA } from "../../../transport/cli/demo/schema.ts";
import { DEMO_SEED } from "../../../transport/cli/demo/seed.ts";
import { createGalley } from "../../../transport/galley.ts";
import { Reply } from "../../support/requests/reply.ts";
import { openedForAll } from "../../support/run/opened.ts";

const galley = openedForAll(() =>
  createGalley({
    schema: DEMO_SCHEMA,
    seed: DEMO_SEED,
    roles: { public: { "*": ["find", "findOne"] } },
    tokens: [{ name: "editor", token: "editor", access: "full-access" }],
  }),
);

async function get(path: string, token?: string): Promise<Reply> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return Reply.of(await galley.fetch(new Request(`http://galley.test/api${path}`, { headers })));
}

describe("the demo blog", () => {
  test("has about forty entries of every type", async () => {
    const totals = await Promise.all(
      ["posts", "pages", "authors", "categories", "tags"].map(async (path) => {
        const { pagination } = await get(`/${path}?status=draft`, "editor");
        return [path, pagination.total];
      }),
    );
    expect(Object.fromEntries(totals)).toEqual({ posts: 17, pages: 4, authors: 4, categories: 4, tags: 8 });
    expect((await get("/site-setting")).entry.siteName).toBe("Galley Notes");
  });

  test("shows visitors published content, and hides drafts from them", async () => {
    expect((await get("/posts")).pagination.total).toBe(14);
    expect((await get("/posts?status=draft")).status).toBe(401);
  });

  test("has relations, components and dynamic zones to populate", async () => {
    const post = "/posts?filters[slug][$eq]=coffee-in-a-gale&populate=*";
    expect((await get(post)).entries[0]).toMatchObject({
      author: { name: "Marta Lindqvist" },
      category: { slug: "equipment" },
      tags: [{ slug: "coffee" }, { slug: "heavy-weather" }],
      seo: { metaTitle: "Coffee in a gale: four ways, ranked" },
    });
    const page = await get("/pages?filters[slug][$eq]=home&populate[blocks][populate]=*");
    expect(page.entries[0]).toMatchObject({
      blocks: [
        { __component: "blocks.hero", action: { url: "/posts" } },
        { __component: "blocks.quote", author: { name: "Marta Lindqvist" } },
        { __component: "blocks.gallery", figures: [{}, {}, {}] },
      ],
    });
  });

  test("has a post that was changed after its publication", async () => {
    const post = "/posts?filters[slug][$eq]=coffee-in-a-gale";
    expect((await get(post)).all("title")).toEqual(["Coffee in a gale"]);
    expect((await get(`${post}&status=draft`, "editor")).all("title")).toEqual(["Coffee in a gale, five ways"]);
  });

  test("has structured text", async () => {
    const { entries } = await get("/posts?filters[slug][$eq]=forty-days-of-vegetables");
    expect(entries[0]?.content).toMatchObject([
      { type: "paragraph" },
      { type: "heading", level: 2 },
      { type: "list", children: [{}, {}, {}, {}, {}] },
      { type: "quote" },
    ]);
  });
});
