import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenBlog, openBlog } from "../../../support/servers/open-blog.ts";

/** Ten posts with four tags each, so that every way from a post to its tags and back is taken forty times. */
describe("queries that go round in circles", () => {
  let blog: OpenBlog;
  let post: string;

  beforeAll(async () => {
    blog = await openBlog();
    const tags: string[] = [];
    for (const name of ["a", "b", "c", "d"])
      tags.push((await blog.editor.post("/api/tags", { data: { name } })).entry.documentId);
    for (let number = 0; number < 10; number++) {
      const data = { title: `post ${number}`, tags: { set: tags }, status: "published" };
      post = (await blog.editor.post("/api/posts", { data })).entry.documentId;
    }
  });
  afterAll(() => blog.close());

  const circle = (times: number, separator: string) => Array(times).fill(`tags${separator}posts`).join(separator);

  it("sort by a field eight steps away", async () => {
    const reply = await blog.visitor.get(`/api/posts?sort=${circle(4, ".")}.title:desc&pagination[limit]=1`);
    expect(reply.all("title")).toEqual(["post 0"]);
  });

  it("filter by a field eighteen steps away", async () => {
    const path = `filters[${circle(9, "][")}]`;
    expect((await blog.visitor.get(`/api/posts?${path}[title][$containsi]=POST 7`)).pagination.total).toBe(10);
    expect((await blog.visitor.get(`/api/posts?${path}[title][$containsi]=nosuch`)).pagination.total).toBe(0);
    expect((await blog.visitor.get(`/api/posts?filters[$not]${path.slice(7)}[title]=nosuch`)).pagination.total).toBe(
      10,
    );
  });

  it("populate entries four steps away, and are refused beyond some 16,000 entries", async () => {
    const reply = await blog.visitor.get(`/api/posts?populate=${circle(2, ".")}&pagination[pageSize]=8`);
    expect(reply.status).toBe(200);
    const refused = await blog.visitor.get(`/api/posts?populate=${circle(3, ".")}`);
    expect(refused.status).toBe(400);
    expect(refused.error).toMatchObject({ name: "ValidationError", details: { source: "query", param: "populate" } });
  });

  it("do not undo a write whose answer would be too large: it comes without them", async () => {
    const reply = await blog.editor.put(`/api/posts/${post}?populate=${circle(4, ".")}`, { data: { excerpt: "new" } });
    expect(reply.status).toBe(200);
    expect(reply.entry.excerpt).toBe("new");
    expect(reply.entry).not.toHaveProperty("tags");
  });

  it.each([
    ["filters", `filters[${circle(2, "][")}][title][$notContainsi]=nosuch`],
    ["sort", `sort=${circle(2, ".")}.title`],
    ["populate", "populate=tags.posts"],
    ["populate", "populate[tags][populate][posts][count]=true"],
  ])(
    "are refused, with the part that asks for it, when %s asks for more work than is allowed",
    async (param, query) => {
      const small = await openBlog({ queryLimits: { work: 50 } });
      for (let number = 0; number < 10; number++) {
        const tag = (await small.editor.post("/api/tags", { data: { name: `tag ${number}` } })).entry.documentId;
        await small.editor.post("/api/posts", { data: { title: "post", tags: { set: [tag] }, status: "published" } });
      }
      const { status, error } = await small.visitor.get(`/api/posts?${query}`);
      expect([status, error]).toMatchObject([400, { name: "ValidationError", details: { param, limit: "work" } }]);
      expect((await small.visitor.get("/api/posts?filters[title]=post&sort=title")).status).toBe(200);
      await small.close();
    },
  );
});

it("a page of linked entries costs no more than the links up to its end", async () => {
  const blog = await openBlog({ queryLimits: { work: 1000 } });
  const tag = (await blog.editor.post("/api/tags?status=published", { data: { name: "of all" } })).entry.documentId;
  const posts = blog.galley.documents("api::post.post");
  for (let number = 0; number < 200; number++) {
    await posts.create({ data: { title: `post ${number}`, tags: [tag] }, status: "published" });
  }
  const ask = (page: string) => blog.visitor.get(`/api/tags?populate[posts][fields]=title&${page}`);
  const from1 = await ask("populate[posts][start]=1&populate[posts][limit]=2");
  expect(from1.entries).toMatchObject([{ posts: [{ title: "post 1" }, { title: "post 2" }] }]);
  const second = await ask("populate[posts][page]=2&populate[posts][pageSize]=1");
  expect(second.entries).toMatchObject([{ posts: [{ title: "post 1" }] }]);
  expect((await ask("populate[posts][sort]=title:desc&populate[posts][limit]=2")).status).toBe(400);
  await blog.close();
});
