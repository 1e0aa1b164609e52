import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask } from "../../../../support/requests/ask-graphql.ts";
import { withJson } from "../../../../support/requests/json.ts";
import { type OpenBlog, openBlog } from "../../../../support/servers/open-blog.ts";

/** Ways to ask for the same content, each with what may change it. */
const QUERIES = {
  "one entry": "query ($post: ID!) { post(documentId: $post) { title views seo { metaTitle } } }",
  "one entry with relations": "query ($post: ID!) { post(documentId: $post) { title author { name } tags { name } } }",
  "a list by a field of a relation": `{ posts(filters: { author: { name: { startsWith: "A" } } }) { title } }`,
  "a list in the order of a relation": `{ posts(sort: "author.name") { title } }`,
  "a list without what it is filtered by": `{ tags(filters: { posts: { views: { gt: 5 } } }) { name } }`,
  "a number alone": "{ posts_connection(pagination: { pageSize: 1 }) { pageInfo { total pageCount } } }",
  "nodes and a number": "{ posts_connection { nodes { author { name } } pageInfo { total } } }",
  "a relation's connection": "{ authors { name posts_connection { nodes { title tags { name } } } } }",
  "a zone": "{ pages { blocks { __typename ... on ComponentBlocksQuote { body author { name } } } } }",
  "two fields": "{ authors { name } tags { name } }",
  "a narrowed relation": `{ posts { title tags(filters: { name: { eq: "Red" } }) { name } } }`,
  "a relation narrowed by another": `{ posts { title tags(filters: { posts: { author: { name: { eq: "Ann" } } } }) { name } } }`,
  "a single type": "{ siteSetting { siteName } }",
} as const;

/** Answers are kept as they were sent, until something that they were read from changes. */
describe("a query that is sent again", () => {
  let blog: OpenBlog;
  let ids: { readonly author: string; readonly tag: string; readonly post: string };
  let asked = 0;

  beforeEach(async () => {
    blog = await openBlog({ graphql: true, metrics: true });
    const { editor } = blog;
    const made = async (path: string, data: object) => (await editor.post(path, { data })).entry.documentId;
    const author = await made("/api/authors", { name: "Ann" });
    const tag = await made("/api/tags", { name: "Red" });
    const seo = { metaTitle: "Meta" };
    const post = await made("/api/posts", { title: "Alpha", views: 9, author, tags: [tag], seo, status: "published" });
    const quote = { __component: "blocks.quote", body: "Said", author };
    await made("/api/pages", { title: "Page", blocks: [quote], status: "published" });
    await editor.put("/api/site-setting", { data: { siteName: "Site" }, status: "published" });
    ids = { author, tag, post };
  });
  afterEach(() => blog.close());

  /** Changes of everything that the queries show or look at, one after the other. */
  const changes = (): readonly (() => Promise<unknown>)[] => {
    const { editor } = blog;
    const { author, tag, post } = ids;
    const other = () => editor.post("/api/authors", { data: { name: "Bea" } });
    return [
      () => editor.put(`/api/posts/${post}`, { data: { title: "Beta", views: 3 }, status: "published" }),
      () => editor.put(`/api/authors/${author}`, { data: { name: "Ada" } }),
      () => editor.put(`/api/tags/${tag}`, { data: { name: "Blue" } }),
      () => editor.put(`/api/posts/${post}`, { data: { seo: { metaTitle: "New" } }, status: "published" }),
      () => editor.put(`/api/tags/${tag}`, { data: { posts: { disconnect: [post] } } }),
      async () => {
        const { documentId } = (await other()).entry;
        return editor.put(`/api/posts/${post}`, { data: { author: documentId }, status: "published" });
      },
      () => editor.post("/api/posts", { data: { title: "Gamma" }, status: "published" }),
      () => editor.put("/api/site-setting", { data: { siteName: "Place" }, status: "published" }),
      () => editor.post(`/api/posts/${post}/actions/unpublish`, {}),
      () => editor.delete(`/api/authors/${author}`),
    ];
  };

  const hits = async () => {
    const text = await (await fetch(`${blog.url}/_metrics`)).text();
    return Number(/^galley_response_cache_hits_total (\d+)$/m.exec(text)?.[1]);
  };

  it.each(Object.entries(QUERIES))("is answered as if it came for the first time: %s", async (_, query) => {
    const variables = query.includes("$post") ? { post: ids.post } : {};
    // Another text, which nobody has sent before.
    const anew = () => ask(blog.visitor, `${query} # ${asked++}`, variables);
    for (const change of [async () => {}, ...changes()]) {
      await change();
      const expected = await anew();
      expect(expected.data).toBeTruthy();
      for (let time = 0; time < 3; time++) expect(await ask(blog.visitor, query, variables)).toEqual(expected);
    }
  });

  it("is answered from the cache the third time", async () => {
    const before = await hits();
    for (let time = 0; time < 3; time++) await ask(blog.visitor, QUERIES["one entry"], { post: ids.post });
    expect(await hits()).toBe(before + 1);
  });

  it("keeps answers about the schema, whatever content changes", async () => {
    const query = "query($name: String!) { __type(name: $name) { name fields { name } } }";
    const askAbout = (name: string) => ask(blog.visitor, query, { name });
    const [post, tag] = [await askAbout("Post"), await askAbout("Tag")];
    expect([post.data, tag.data]).toMatchObject([{ __type: { name: "Post" } }, { __type: { name: "Tag" } }]);
    await askAbout("Post");
    await blog.editor.put(`/api/tags/${ids.tag}`, { data: { name: "Blue" } });
    const before = await hits();
    expect(await askAbout("Post")).toEqual(post);
    expect(await hits()).toBe(before + 1);
  });

  it("is refused for a caller with fewer permissions", async () => {
    const query = QUERIES["one entry with relations"];
    for (let time = 0; time < 3; time++) await ask(blog.visitor, query, { post: ids.post });
    const { errors } = await ask(blog.contributor, query, { post: ids.post });
    expect(errors[0]).toMatchObject({ code: "FORBIDDEN" });
  });

  it("has the type of answer that each request asks for", async () => {
    const typeFor = async (accept: string) => {
      const answer = await fetch(`${blog.url}/graphql`, withJson("POST", { query: "{ tags { name } }" }, { accept }));
      return [answer.status, answer.headers.get("content-type")?.split(";")[0]];
    };
    for (let time = 0; time < 3; time++) {
      expect(await typeFor("application/json")).toEqual([200, "application/json"]);
      expect(await typeFor("application/graphql-response+json")).toEqual([200, "application/graphql-response+json"]);
      expect(await typeFor("text/plain")).toEqual([406, expect.any(String)]);
    }
  });
});
