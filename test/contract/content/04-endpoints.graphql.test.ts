import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../../support/requests/ask-graphql.ts";
import { type OpenBlog, openBlog } from "../../support/servers/open-blog.ts";

/** Endpoints, GraphQL (optional), each of its sentences; and what other sections say that holds here too. */
describe("GraphQL", () => {
  let blog: OpenBlog;
  let author: string;
  let first: string;

  beforeAll(async () => {
    blog = await openBlog({ graphql: true });
    const { editor } = blog;
    author = (await editor.post("/api/authors", { data: { name: "Ann" } })).entry.documentId as string;
    const tags = [];
    for (let number = 1; number <= 30; number++) {
      tags.push((await editor.post("/api/tags", { data: { name: `Tag ${number}` } })).entry.documentId);
    }
    const post = { title: "Alpha", slug: "alpha", views: 1, author: { set: [author] }, tags: { set: tags } };
    const seo = { metaTitle: "Meta", links: [{ url: "/a" }] };
    const created = await editor.post("/api/posts", { data: { ...post, seo, status: "published" } });
    first = created.entry.documentId as string;
    await editor.post("/api/posts", { data: { title: "beta", slug: "beta", views: 2, status: "published" } });
    await editor.post("/api/posts", { data: { title: "Gamma", slug: "gamma", views: 3 } });
    const blocks = [{ __component: "blocks.hero", heading: "Welcome" }];
    await editor.post("/api/pages", { data: { title: "Home", blocks, status: "published" } });
    await editor.put("/api/site-setting", { data: { siteName: "Mine" }, status: "published" });
  });

  afterAll(() => blog.close());

  const visit = async (query: string) => (await ask(blog.visitor, query)).data;

  describe("is at {base_url}/graphql when it is installed", () => {
    it("is not there unless it is switched on", async () => {
      const without = await openBlog();
      const reply = await without.visitor.post("/graphql", { query: "{ posts { title } }" });
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({
        data: null,
        error: { status: 404, name: "NotFoundError", message: "Not Found" },
      });
      await without.close();
    });

    it("offers the same content", async () => {
      const rest = await blog.visitor.get(`/api/posts/${first}`);
      const graphql = await visit(
        `{ post(documentId: "${first}") { documentId title slug views createdAt updatedAt } }`,
      );
      expect(rest.entry).toMatchObject(graphql?.post as object);
    });
  });

  it("selects the plural content type name as a root field", async () => {
    expect(await visit("{ posts { title } categories { name } siteSetting { siteName } }")).toEqual({
      posts: [{ title: "Alpha" }, { title: "beta" }],
      categories: [],
      siteSetting: { siteName: "Mine" },
    });
  });

  describe("filters", () => {
    it.each([
      ['{ posts(filters: { slug: { eq: "alpha" } }) { title } }', ["Alpha"]],
      ["{ posts(filters: { views: { gt: 1 } }) { title } }", ["beta"]],
      ['{ posts(filters: { author: { name: { eq: "Ann" } } }) { title } }', ["Alpha"]],
      ['{ posts(filters: { or: [{ views: { eq: 1 } }, { slug: { eq: "beta" } }] }) { title } }', ["Alpha", "beta"]],
      ["{ posts(filters: { views: { not: { eq: 1 } } }) { title } }", ["beta"]],
      ['{ posts(filters: { slug: { in: ["beta", "nope"] } }) { title } }', ["beta"]],
    ])("are nested, with operators without $: %s", async (query, titles) => {
      expect((await visit(query))?.posts).toEqual(titles.map((title) => ({ title })));
    });

    it("compare with contains case-sensitively", async () => {
      expect(await visit('{ posts(filters: { title: { contains: "ALPHA" } }) { title } }')).toEqual({ posts: [] });
      expect(await visit('{ posts(filters: { title: { containsi: "ALPHA" } }) { title } }')).toEqual({
        posts: [{ title: "Alpha" }],
      });
      expect(await visit('{ posts(filters: { title: { startsWith: "a" } }) { title } }')).toEqual({ posts: [] });
    });

    it("refuse an operator with $ as a syntax error", async () => {
      const { status, errors } = await ask(blog.visitor, '{ posts(filters: { title: { $eq: "x" } }) { title } }');
      expect([status, errors[0]?.code]).toEqual([400, "GRAPHQL_PARSE_FAILED"]);
    });
  });

  it("sorts by <field>:desc", async () => {
    expect(await visit('{ posts(sort: "views:desc") { title } }')).toEqual({
      posts: [{ title: "beta" }, { title: "Alpha" }],
    });
  });

  describe("pagination", () => {
    it("takes page and pageSize", async () => {
      expect(await visit("{ tags(pagination: { page: 2, pageSize: 2 }) { name } }")).toEqual({
        tags: [{ name: "Tag 3" }, { name: "Tag 4" }],
      });
    });

    it("has 25 entries on a page when nothing is said, in lists within lists too", async () => {
      const data = await visit(`{ tags { name } post(documentId: "${first}") { tags { name } } }`);
      expect(data?.tags).toHaveLength(25);
      expect(data?.post).toHaveProperty("tags.length", 25);
    });

    it("has 100 entries on a page at most", async () => {
      const data = await visit("{ tags_connection(pagination: { pageSize: 1000 }) { pageInfo { pageSize total } } }");
      expect(data?.tags_connection).toEqual({ pageInfo: { pageSize: 100, total: 30 } });
    });
  });

  describe("the selection lists the fields", () => {
    it("including documentId, and nothing else is answered", async () => {
      expect(await visit('{ posts(filters: { slug: { eq: "alpha" } }) { documentId } }')).toEqual({
        posts: [{ documentId: first }],
      });
    });

    it("of nested relations, components and zones: population is automatic", async () => {
      const query = `{
        post(documentId: "${first}") { author { documentId name } seo { metaTitle links { url } } }
        pages { blocks { __typename ... on ComponentBlocksHero { heading } } }
      }`;
      expect(await visit(query)).toEqual({
        post: { author: { documentId: author, name: "Ann" }, seo: { metaTitle: "Meta", links: [{ url: "/a" }] } },
        pages: [{ blocks: [{ __typename: "ComponentBlocksHero", heading: "Welcome" }] }],
      });
    });
  });

  describe("drafts", () => {
    it("need authentication", async () => {
      const { status, data, errors } = await ask(blog.visitor, "{ posts(status: DRAFT) { title } }");
      expect([status, data]).toEqual([200, null]);
      expect(errors).toMatchObject([{ code: "FORBIDDEN", message: "Forbidden access", path: ["posts"] }]);
    });

    it("need authentication behind a type without drafts too", async () => {
      const { errors } = await ask(blog.visitor, "{ authors(status: DRAFT) { posts { title } } }");
      expect(errors).toMatchObject([{ code: "FORBIDDEN" }]);
    });

    it("are answered for callers with a token", async () => {
      const { data } = await ask(blog.reader, "{ posts(status: DRAFT) { title } }");
      expect(data).toEqual({ posts: [{ title: "Alpha" }, { title: "beta" }, { title: "Gamma" }] });
    });
  });

  describe("access", () => {
    it("is per type and action", async () => {
      const { data, errors } = await ask(
        blog.contributor,
        `{ post(documentId: "${first}") { title author { name } } }`,
      );
      expect(data).toEqual({ post: { title: "Alpha", author: null } });
      expect(errors).toMatchObject([{ code: "FORBIDDEN", path: ["post", "author"] }]);
    });

    it("is nothing for visitors until it is granted", async () => {
      const closed = await openBlog({ graphql: true, roles: { public: {} } });
      const { data, errors } = await ask(closed.visitor, "{ posts { title } }");
      expect(data).toBeNull();
      expect(errors).toMatchObject([{ code: "FORBIDDEN" }]);
      await closed.close();
    });

    it("does not let a filter look behind a relation that may not be read", async () => {
      const { errors } = await ask(
        blog.contributor,
        '{ posts(filters: { author: { name: { eq: "Ann" } } }) { title } }',
      );
      expect(errors).toMatchObject([{ code: "BAD_USER_INPUT", message: "Invalid key author" }]);
    });

    it("refuses a token that does not exist, in the words of REST", async () => {
      const reply = await blog.stranger.post("/graphql", { query: "{ __typename }" });
      expect(reply.status).toBe(401);
      expect(reply.body).toMatchObject({ data: null, error: { name: "UnauthorizedError" } });
    });
  });
});
