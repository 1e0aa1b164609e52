import { describe, expect, it } from "vitest";
import type { Caller } from "../../../support/requests/caller.ts";
import { openedForEach } from "../../../support/run/opened.ts";
import { type OpenBlog, openBlog } from "../../../support/servers/open-blog.ts";

const TOKEN = "token-of-a-role";

describe("rest.actions", () => {
  const blog = openedForEach(() => openBlog({ rest: { actions: true } }));

  async function newPost(data: object): Promise<string> {
    return (await blog.editor.post("/api/posts", { data: { title: "First", ...data } })).entry.documentId;
  }

  describe("POST …/actions/publish", () => {
    it("publishes the stored draft and answers the published version", async () => {
      const post = await newPost({});
      const reply = await blog.editor.request("POST", `/api/posts/${post}/actions/publish`);
      expect(reply.status).toBe(200);
      expect(reply.entry).toMatchObject({ documentId: post, title: "First" });
      expect(reply.entry.publishedAt).toEqual(expect.any(String));
      expect(reply.body.meta).toEqual({});
      expect((await blog.visitor.get(`/api/posts/${post}`)).entry).toEqual(reply.entry);
    });

    it("publishes changes since the last publication", async () => {
      const post = await newPost({ status: "published" });
      await blog.editor.put(`/api/posts/${post}`, { data: { title: "Second" } });
      expect((await blog.visitor.get(`/api/posts/${post}`)).entry.title).toBe("First");
      await blog.editor.request("POST", `/api/posts/${post}/actions/publish`);
      expect((await blog.visitor.get(`/api/posts/${post}`)).entry.title).toBe("Second");
    });

    it("holds the draft against the full rules, and publishes nothing that breaks them", async () => {
      const { documentId } = (await blog.editor.post("/api/posts", { data: {} })).entry;
      const reply = await blog.editor.request("POST", `/api/posts/${documentId}/actions/publish`);
      expect(reply.status).toBe(400);
      expect(reply.error).toMatchObject({ name: "ValidationError", details: { errors: [{ path: ["title"] }] } });
      expect((await blog.visitor.get(`/api/posts/${documentId}`)).status).toBe(404);
      expect((await blog.editor.get(`/api/posts/${documentId}?status=draft`)).status).toBe(200);
    });

    it("pays no attention to a body", async () => {
      const post = await newPost({});
      const reply = await blog.editor.post(`/api/posts/${post}/actions/publish`, { data: { title: "Other" } });
      expect(reply.entry.title).toBe("First");
    });
  });

  describe("POST …/actions/unpublish", () => {
    it("removes the published version, keeps the draft and returns it", async () => {
      const post = await newPost({ status: "published" });
      await blog.editor.put(`/api/posts/${post}`, { data: { title: "Second" } });
      const reply = await blog.editor.request("POST", `/api/posts/${post}/actions/unpublish`);
      expect(reply.status).toBe(200);
      expect(reply.entry).toMatchObject({ documentId: post, title: "Second", publishedAt: null });
      expect((await blog.visitor.get(`/api/posts/${post}`)).status).toBe(404);
    });

    it("returns 404 when nothing is published", async () => {
      const post = await newPost({});
      expect((await blog.editor.request("POST", `/api/posts/${post}/actions/unpublish`)).status).toBe(404);
      expect((await blog.editor.get(`/api/posts/${post}?status=draft`)).status).toBe(200);
    });
  });

  describe("POST …/actions/discard-draft", () => {
    it("resets the draft to the published version, and returns it", async () => {
      const post = await newPost({ status: "published" });
      await blog.editor.put(`/api/posts/${post}`, { data: { title: "Second" } });
      const reply = await blog.editor.request("POST", `/api/posts/${post}/actions/discard-draft`);
      expect(reply.status).toBe(200);
      expect(reply.entry).toMatchObject({ documentId: post, title: "First", publishedAt: null });
      expect((await blog.editor.get(`/api/posts/${post}?status=draft`)).entry).toEqual(reply.entry);
    });

    it("returns 404 for a document that was never published, and keeps its draft", async () => {
      const post = await newPost({});
      expect((await blog.editor.request("POST", `/api/posts/${post}/actions/discard-draft`)).status).toBe(404);
      expect((await blog.editor.get(`/api/posts/${post}?status=draft`)).entry.title).toBe("First");
    });
  });

  const ACTIONS = ["publish", "unpublish", "discard-draft"];

  it.each(ACTIONS)("%s returns 404 for a document that does not exist", async (action) => {
    const reply = await blog.editor.request("POST", `/api/posts/nobody/actions/${action}`);
    expect(reply.status).toBe(404);
    expect(reply.error).toEqual({ status: 404, name: "NotFoundError", message: "Not Found", details: {} });
  });

  it.each(ACTIONS)("%s shapes its answer by populate and fields", async (action) => {
    const author = (await blog.editor.post("/api/authors", { data: { name: "Ann" } })).entry.documentId;
    const post = await newPost({ author: { set: [author] }, status: "published" });
    const path = `/api/posts/${post}/actions/${action}?fields=title&populate[author][fields]=name`;
    const { entry } = await blog.editor.request("POST", path);
    expect(entry).toEqual({
      id: expect.any(Number),
      documentId: post,
      title: "First",
      author: { id: expect.any(Number), documentId: author, name: "Ann" },
    });
  });

  it.each(ACTIONS)("%s is refused with a faulty query, and does nothing", async (action) => {
    const post = await newPost({ status: "published" });
    await blog.editor.put(`/api/posts/${post}`, { data: { title: "Second" } });
    const reply = await blog.editor.request("POST", `/api/posts/${post}/actions/${action}?populate=nosuch`);
    expect(reply.status).toBe(400);
    expect((await blog.visitor.get(`/api/posts/${post}`)).entry.title).toBe("First");
    expect((await blog.editor.get(`/api/posts/${post}?status=draft`)).entry.title).toBe("Second");
  });

  it.each(ACTIONS)("%s answers only POST", async (action) => {
    const post = await newPost({ status: "published" });
    const reply = await blog.editor.get(`/api/posts/${post}/actions/${action}`);
    expect(reply.status).toBe(405);
    expect(reply.headers.get("allow")).toBe(action === "discard-draft" ? "POST" : "POST, PUT");
  });

  it.each(ACTIONS)("%s is not there for a type without drafts", async (action) => {
    const author = (await blog.editor.post("/api/authors", { data: { name: "Ann" } })).entry.documentId;
    expect((await blog.editor.request("POST", `/api/authors/${author}/actions/${action}`)).status).toBe(404);
  });

  it("serves the one document of a single type", async () => {
    expect((await blog.editor.request("POST", "/api/site-setting/actions/publish")).status).toBe(404);
    await blog.editor.put("/api/site-setting", { data: { siteName: "Ours" } });
    expect((await blog.visitor.get("/api/site-setting")).status).toBe(404);

    const published = await blog.editor.request("POST", "/api/site-setting/actions/publish");
    expect(published.entry).toMatchObject({ siteName: "Ours", publishedAt: expect.any(String) });
    expect((await blog.visitor.get("/api/site-setting")).entry).toEqual(published.entry);

    await blog.editor.put("/api/site-setting", { data: { siteName: "Theirs" } });
    const discarded = await blog.editor.request("POST", "/api/site-setting/actions/discard-draft");
    expect(discarded.entry).toMatchObject({ siteName: "Ours", publishedAt: null });

    expect((await blog.editor.request("POST", "/api/site-setting/actions/unpublish")).entry.publishedAt).toBe(null);
    expect((await blog.visitor.get("/api/site-setting")).status).toBe(404);
    expect((await blog.editor.get("/api/site-setting?status=draft")).entry.siteName).toBe("Ours");
  });
});

describe("rest.actions by role", () => {
  const GRANTS = [
    ["publish", "publish"],
    ["unpublish", "unpublish"],
    ["discardDraft", "discard-draft"],
  ] as const;

  /** A blog whose role grants these actions on posts, a caller with that role, and a published post. */
  async function openWith(actions: readonly ("find" | (typeof GRANTS)[number][0])[]) {
    const blog = await openBlog({
      rest: { actions: true },
      roles: { desk: { post: actions } },
      tokens: [
        { name: "desk", token: TOKEN, role: "desk" },
        { name: "editor", token: "token-of-the-editor", access: "full-access" },
        { name: "reader", token: "token-of-the-reader", access: "read-only" },
      ],
    });
    const data = { title: "First", status: "published" };
    const post = (await blog.editor.post("/api/posts", { data })).entry.documentId;
    return { blog, path: `/api/posts/${post}/actions`, desk: callerOf(blog) };
  }

  function callerOf({ reader }: OpenBlog): (path: string) => ReturnType<Caller["request"]> {
    return (path) => reader.request("POST", path, undefined, { authorization: `Bearer ${TOKEN}` });
  }

  it.each(GRANTS)("%s is enough for %s and for nothing else", async (grant, action) => {
    const { blog, path, desk } = await openWith([grant]);
    for (const [, other] of GRANTS) {
      if (other !== action) expect((await desk(`${path}/${other}`)).status, other).toBe(403);
    }
    expect((await desk(`${path}/${action}`)).status).toBe(200);
    await blog.close();
  });

  it.each(GRANTS)("without %s, %s returns 403 to a token and 401 to a visitor", async (_grant, action) => {
    const { blog, path, desk } = await openWith(["find"]);
    expect((await desk(`${path}/${action}`)).status).toBe(403);
    expect((await blog.reader.request("POST", `${path}/${action}`)).status).toBe(403);
    expect((await blog.visitor.request("POST", `${path}/${action}`)).status).toBe(401);
    await blog.close();
  });
});

describe("without rest.actions", () => {
  it.each(["publish", "unpublish", "discard-draft"])("there is no %s", async (action) => {
    const blog = await openBlog();
    const data = { title: "First", status: "published" };
    const post = (await blog.editor.post("/api/posts", { data })).entry.documentId;
    await blog.editor.put("/api/site-setting", { data: { siteName: "Ours" } });
    for (const path of [`/api/posts/${post}`, "/api/site-setting"]) {
      expect((await blog.editor.request("POST", `${path}/actions/${action}`)).status).toBe(404);
    }
    expect((await blog.visitor.get(`/api/posts/${post}`)).status).toBe(200);
    await blog.close();
  });
});
