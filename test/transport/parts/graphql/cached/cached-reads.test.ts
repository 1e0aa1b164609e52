import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask } from "../../../../support/requests/ask-graphql.ts";
import { type OpenBlog, openBlog } from "../../../../support/servers/open-blog.ts";

const LIST = "{ posts { title author { name } tags { name } seo { metaTitle } } }";

/** Entries are cached with their contents, until something behind them changes. */
describe("a list that is requested again", () => {
  let blog: OpenBlog;
  let author: string;
  let tag: string;
  let post: string;

  beforeEach(async () => {
    blog = await openBlog({ graphql: true, cacheBytes: 0 });
    const { editor } = blog;
    author = (await editor.post("/api/authors", { data: { name: "Ann" } })).entry.documentId;
    tag = (await editor.post("/api/tags", { data: { name: "Red" } })).entry.documentId;
    const data = { title: "Alpha", author: { set: [author] }, seo: { metaTitle: "Meta" }, status: "published" };
    post = (await editor.post("/api/posts", { data })).entry.documentId;
    const shown = [{ title: "Alpha", author: { name: "Ann" }, tags: [], seo: { metaTitle: "Meta" } }];
    // From the third time on, the entry is cached.
    for (let time = 0; time < 3; time++) expect(await list()).toEqual(shown);
  });
  afterEach(() => blog.close());

  const list = async (query = LIST) => (await ask(blog.visitor, query)).data?.posts;

  it("shows its own fields under its own keys, whatever other operations select", async () => {
    const one = (fields: string) => ask(blog.visitor, `{ post(documentId: "${post}") { ${fields} } }`);
    for (let time = 0; time < 3; time++) {
      expect(await list("{ posts { title other: documentId } }")).toEqual([{ title: "Alpha", other: post }]);
      expect(await list("{ posts { other: title title: documentId } }")).toEqual([{ other: "Alpha", title: post }]);
      expect((await one("title other: documentId")).data).toEqual({ post: { title: "Alpha", other: post } });
      expect((await one("title")).data).toEqual({ post: { title: "Alpha" } });
    }
    await blog.editor.put(`/api/posts/${post}`, { data: { title: "Beta" }, status: "published" });
    expect((await one("title other: documentId")).data).toEqual({ post: { title: "Beta", other: post } });
  });

  it("shows drafts and published versions apart", async () => {
    await blog.editor.put(`/api/posts/${post}`, { data: { title: "Draft" } });
    const both = `{ drafts: posts(status: DRAFT) { title author { name } } posts { title author { name } } }`;
    for (let time = 0; time < 3; time++) {
      const { data } = await ask(blog.reader, both);
      expect(data).toMatchObject({ drafts: [{ title: "Draft" }], posts: [{ title: "Alpha" }] });
    }
  });

  it("is built again for a caller with fewer permissions", async () => {
    const { data, errors } = await ask(blog.contributor, LIST);
    expect(data).toEqual({ posts: [null] });
    expect(errors[0]).toMatchObject({ code: "FORBIDDEN" });
  });

  it("follows the arguments of lists within it, and what changes behind these", async () => {
    const { editor } = blog;
    const red = (await editor.post("/api/tags", { data: { name: "Crimson", posts: [post] } })).entry.documentId;
    await editor.put(`/api/posts/${post}`, { data: { tags: { set: [tag, red] } }, status: "published" });
    const query = `query ($by: String, $sort: [String]) {
      posts { tags(filters: { posts: { author: { name: { eq: $by } } } }, sort: $sort) { name } }
    }`;
    const sent = async (by: string, sort: string) => (await ask(blog.visitor, query, { by, sort: [sort] })).data?.posts;
    const tags = (...names: string[]) => [{ tags: names.map((name) => ({ name })) }];
    const repeated = async (by: string, ascending: unknown, descending: unknown) => {
      for (let time = 0; time < 3; time++) {
        expect(await sent(by, "name:asc")).toEqual(ascending);
        expect(await sent(by, "name:desc")).toEqual(descending);
      }
    };
    await repeated("Ann", tags("Crimson", "Red"), tags("Red", "Crimson"));
    await repeated("Bea", tags(), tags());
    await editor.put(`/api/authors/${author}`, { data: { name: "Bea" } });
    await repeated("Ann", tags(), tags());
    await repeated("Bea", tags("Crimson", "Red"), tags("Red", "Crimson"));
    await editor.put(`/api/tags/${red}`, { data: { name: "Scarlet" } });
    await repeated("Bea", tags("Red", "Scarlet"), tags("Scarlet", "Red"));
  });

  it("is refused for its work as if it were built again", async () => {
    const query = `query ($by: String) { posts { tags(filters: { name: { startsWith: $by } }) { posts { tags { name } } } } }`;
    const outcomes = new Map<number, Set<number>>();
    for (let work = 50; work < 100_000; work *= 2) {
      const small = await openBlog({ graphql: { limits: { work } } });
      const { documentId } = (await small.editor.post("/api/tags", { data: { name: "Red" } })).entry;
      const data = { title: "A", tags: [documentId], status: "published" };
      await small.editor.post("/api/posts", { data });
      const statuses = new Set<number>();
      for (let time = 0; time < 4; time++) statuses.add((await ask(small.visitor, query, { by: "R" })).status);
      outcomes.set(work, statuses);
      await small.close();
    }
    expect([...outcomes.values()].map(({ size }) => size)).toEqual([...outcomes.keys()].map(() => 1));
    expect(new Set([...outcomes.values()].flatMap((each) => [...each]))).toEqual(new Set([200, 400]));
  });

  it("counts against the limit of entries as if it were built again", async () => {
    const small = await openBlog({ graphql: { limits: { entries: 2 } } });
    const { documentId } = (await small.editor.post("/api/authors", { data: { name: "Ann" } })).entry;
    const write = (title: string) =>
      small.editor.post("/api/posts", { data: { title, author: { set: [documentId] }, status: "published" } });
    await write("A");
    const query = "{ posts { title author { name } } }";
    for (let time = 0; time < 3; time++) expect((await ask(small.visitor, query)).status).toBe(200);
    await write("B");
    for (let time = 0; time < 3; time++) expect((await ask(small.visitor, query)).status).toBe(400);
    await small.close();
  });
});

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
