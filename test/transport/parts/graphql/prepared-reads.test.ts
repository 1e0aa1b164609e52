import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask } from "../../../support/requests/ask-graphql.ts";
import { type OpenBlog, openBlog } from "../../../support/servers/open-blog.ts";

/** From the third on, requests that differ only in values are answered by a prepared read. */
describe("a request that differs from earlier ones only in values", () => {
  let blog: OpenBlog;
  let red: string;
  let blue: string;

  beforeEach(async () => {
    blog = await openBlog({ graphql: true, cacheBytes: 0 });
    const { editor } = blog;
    red = (await editor.post("/api/tags", { data: { name: "Red" } })).entry.documentId;
    blue = (await editor.post("/api/tags", { data: { name: "Blue" } })).entry.documentId;
    for (const [title, tags] of [
      ["Alpha", [red]],
      ["Beta", [red, blue]],
    ]) {
      await editor.post("/api/posts", { data: { title, tags, views: 5, status: "published" } });
    }
  });
  afterEach(() => blog.close());

  const BY_NAME = "query ($name: String) { tags(filters: { name: { eq: $name } }) { name } }";
  const ONE = "query ($id: ID!) { tag(documentId: $id) { name } }";
  /** The answers to the same document with each of these variables in turn. */
  const answers = async (query: string, all: readonly Readonly<Record<string, unknown>>[]) => {
    const data: unknown[] = [];
    for (const variables of all) data.push((await ask(blog.visitor, query, variables)).data);
    return data;
  };

  it("is answered by its own values", async () => {
    const names = ["Red", "Red", "Blue", "Red", "None", "Blue"];
    const found = await answers(
      BY_NAME,
      names.map((name) => ({ name })),
    );
    expect(found).toEqual(names.map((name) => ({ tags: name === "None" ? [] : [{ name }] })));
    const one = await answers(
      ONE,
      [red, red, blue, red, "none"].map((id) => ({ id })),
    );
    expect(one).toEqual(["Red", "Red", "Blue", "Red", null].map((name) => ({ tag: name && { name } })));
  });

  it("is answered by its values in any order of their names", async () => {
    const query = "query ($filters: PostFiltersInput) { posts(filters: $filters) { title } }";
    const posts = (title: string | null) => ({ posts: title === null ? [] : [{ title }] });
    const title = (name: string) => ({ title: { eq: name }, documentId: { ne: "none" }, views: { gte: 5 } });
    const views = (name: string) => ({ views: { lte: 5 }, documentId: { ne: "none" }, title: { startsWith: name } });
    for (const form of [title, views]) {
      const names = ["Alpha", "Alpha", "Beta", "Alpha", "Gamma", "Beta"];
      const found = await answers(
        query,
        names.map((name) => ({ filters: form(name) })),
      );
      expect(found).toEqual(names.map((name) => posts(name === "Gamma" ? null : name)));
    }
  });

  it("is answered from the current content", async () => {
    await answers(
      BY_NAME,
      Array.from({ length: 3 }, () => ({ name: "Red" })),
    );
    await blog.editor.put(`/api/tags/${blue}`, { data: { name: "Green" } });
    expect(await answers(BY_NAME, [{ name: "Blue" }, { name: "Green" }])).toEqual([
      { tags: [] },
      { tags: [{ name: "Green" }] },
    ]);
  });

  it("is refused for its own caller", async () => {
    const query = "query ($name: String) { authors(filters: { name: { eq: $name } }) { name } }";
    const visitors = () => ask(blog.visitor, query, { name: "Ann" });
    for (let time = 0; time < 3; time++) expect((await visitors()).data).toEqual({ authors: [] });
    for (let time = 0; time < 3; time++) {
      expect((await ask(blog.contributor, query, { name: "Ann" })).errors[0]).toMatchObject({ code: "FORBIDDEN" });
      expect((await visitors()).data).toEqual({ authors: [] });
    }
  });

  it("is refused for its own values, with the same errors as the first", async () => {
    const query =
      "query ($page: Int, $views: Int) { posts(filters: { views: { gt: $views } }, pagination: { page: $page }) { title } }";
    const wrong = [
      { page: 1, views: 1.5 },
      { page: 1, views: 3_000_000_000 },
      { page: 2_147_483_648, views: 1 },
      { page: -1, views: 1 },
    ];
    const first: unknown[] = [];
    for (const variables of wrong) first.push(await ask(blog.visitor, query, variables));
    await answers(
      query,
      Array.from({ length: 3 }, () => ({ page: 1, views: 1 })),
    );
    for (const [at, variables] of wrong.entries()) expect(await ask(blog.visitor, query, variables)).toEqual(first[at]);
  });
});
