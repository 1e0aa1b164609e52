import { afterEach, describe, expect, it } from "vitest";
import type { Reply } from "../../../support/requests/reply.ts";
import { type OpenBlog, openBlog } from "../../../support/servers/open-blog.ts";

const ASKING = { "x-galley-explain": "1" };

describe("a read with X-Galley-Explain", () => {
  let blog: OpenBlog;
  afterEach(() => blog.close());

  const explained = (reply: Reply) => JSON.parse(reply.headers.get("x-galley-explain") ?? "null");
  const ask = (path: string) => blog.visitor.request("GET", path, undefined, ASKING);

  async function openWithPosts(explain: boolean): Promise<void> {
    blog = await openBlog({ explain });
    for (let views = 0; views < 10; views++) {
      await blog.editor.post("/api/posts?status=published", { data: { title: `Post ${views}`, views } });
    }
  }

  it("reports plan, estimated and real rows with the answer of ever", async () => {
    await openWithPosts(true);
    const path = "/api/posts?filters[views][$lt]=4&pagination[pageSize]=2";
    const plain = await blog.visitor.get(path);
    const reply = await ask(path);
    expect(reply.body).toEqual(plain.body);
    expect(explained(reply)).toEqual({ plan: expect.any(String), estimated: expect.any(Number), rows: 4 });
    expect(plain.headers.get("x-galley-explain")).toBeNull();
  });

  it("is explained each time, also when its answer is remembered", async () => {
    await openWithPosts(true);
    for (let time = 0; time < 2; time++) expect(explained(await ask("/api/posts"))).toMatchObject({ rows: 10 });
  });

  it("of one document says that it was found by its id", async () => {
    await openWithPosts(true);
    const { entry } = await blog.visitor.get("/api/posts?pagination[pageSize]=1&filters[views]=3").then((list) => ({
      entry: (list.body as { data: readonly { documentId: string }[] }).data[0],
    }));
    expect(explained(await ask(`/api/posts/${entry?.documentId}`))).toEqual({
      plan: "by documentId",
      estimated: 1,
      rows: 1,
    });
  });

  it("reveals nothing unless the configuration allows it", async () => {
    await openWithPosts(false);
    expect(explained(await ask("/api/posts"))).toBeNull();
  });

  it("adds nothing to an error", async () => {
    await openWithPosts(true);
    const reply = await ask("/api/posts?filters[nope]=1");
    expect([reply.status, explained(reply)]).toEqual([400, null]);
  });
});
