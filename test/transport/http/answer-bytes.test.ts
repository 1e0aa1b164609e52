import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenBlog, openBlog } from "../../support/servers/open-blog.ts";

const TOO_LARGE = "The answer would be larger than 2000 bytes: ask for less at once, by a smaller page or fewer fields";

describe.each(["contract", "strapi"] as const)("answerBytes in profile %s", (profile) => {
  let blog: OpenBlog;
  beforeAll(async () => {
    blog = await openBlog({ profile, answerBytes: 2000, users: true, graphql: true, control: true, todo: true });
    for (let at = 0; at < 12; at++) {
      const data = { title: `Post ${at} ${"word ".repeat(40)}`, publishedAt: "2026-01-01T00:00:00.000Z" };
      await blog.editor.post("/api/posts?status=published", { data });
    }
  });
  afterAll(() => blog.close());

  const list = "/api/posts?status=published";

  it("refuses a list over REST, again and by whatever fields", async () => {
    for (const path of [list, list, `${list}&fields[0]=title`, `${list}&populate=*`, `${list}&populate=*`]) {
      const { status, body } = await blog.editor.get(path);
      expect([status, body]).toEqual([
        400,
        {
          data: null,
          error: {
            status: 400,
            name: "ValidationError",
            message: TOO_LARGE,
            details: { source: "query", limit: "answerBytes" },
          },
        },
      ]);
    }
  });

  it("answers requests within it", async () => {
    const { status } = await blog.editor.get(`${list}&pagination[pageSize]=3&fields[0]=title`);
    expect(status).toBe(200);
  });

  it("counts bytes of whatever letters", async () => {
    const { documentId } = await created({ title: "Letters", excerpt: "é".repeat(700) });
    const url = `/api/posts/${documentId}`;
    expect((await blog.editor.get(`${url}?status=draft&fields[0]=excerpt`)).status).toBe(200);
    await blog.editor.put(url, { data: { excerpt: "日".repeat(700) } });
    expect((await blog.editor.get(`${url}?status=draft&fields[0]=excerpt`)).status).toBe(400);
  });

  it("does not take back a write whose answer is larger", async () => {
    const { excerpt } = await created({ title: "Long", excerpt: "x".repeat(3000) });
    expect(excerpt.length).toBe(3000);
  });

  it("refuses todos, and the requests that were answered", async () => {
    for (let at = 0; at < 30; at++) await blog.editor.post("/todos", { title: `${at} ${"word ".repeat(20)}` });
    expect(await blog.visitor.get("/todos")).toMatchObject({ status: 400, body: { error: TOO_LARGE } });
    expect(await blog.editor.get("/__galley/requests")).toMatchObject({ status: 400 });
  });

  it("refuses a list of users", async () => {
    for (let at = 0; at < 5; at++) {
      await blog.galley.documents("plugin::users-permissions.user").create({
        data: { username: `user-${at}-${"x".repeat(240)}`, email: `user${at}@example.org`, password: "secret word" },
      });
    }
    expect((await blog.editor.get("/api/users")).body).toMatchObject({ error: { message: TOO_LARGE } });
  });

  it("refuses a query of GraphQL as a whole, with the limit's name", async () => {
    const { status, body } = await blog.editor.post("/graphql", { query: "{ posts { title } }" });
    expect([status, body]).toEqual([
      400,
      {
        errors: [
          {
            message: `The operation exceeds the limit "answerBytes": more than 2000 bytes of the answer; ask for smaller pages or fewer fields`,
            extensions: { code: "GRAPHQL_VALIDATION_FAILED", limit: "answerBytes" },
          },
        ],
      },
    ]);
  });

  async function created(data: object): Promise<{ documentId: string; excerpt: string }> {
    const { status, body } = await blog.editor.post("/api/posts", { data });
    expect(status).toBe(201);
    return (body as { data: { documentId: string; excerpt: string } }).data;
  }
});
