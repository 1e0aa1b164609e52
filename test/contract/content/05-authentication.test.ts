import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OpenBlog, openBlog } from "../../support/servers/open-blog.ts";

const UNAUTHORIZED = {
  status: 401,
  name: "UnauthorizedError",
  message: "Missing or invalid credentials",
  details: {},
};
const FORBIDDEN = { status: 403, name: "ForbiddenError", message: "Forbidden", details: {} };

describe("Authentication", () => {
  let blog: OpenBlog;
  afterEach(() => blog.close());

  describe("1. By default every endpoint requires authentication", () => {
    beforeEach(async () => {
      blog = await openBlog({ roles: { public: {} } });
    });

    it.each(["/api/posts", "/api/posts/zzzzzzzzzzzzzzzzzzzzzzzz", "/api/site-setting"])(
      "nothing is public until granted: GET %s",
      async (path) => {
        const refused = await blog.visitor.get(path);
        expect(refused.status).toBe(401);
        expect(refused.body).toEqual({ data: null, error: UNAUTHORIZED });
      },
    );

    it("writes are closed too", async () => {
      const path = "/api/posts/zzzzzzzzzzzzzzzzzzzzzzzz";
      expect((await blog.visitor.post("/api/posts", { data: { title: "One" } })).status).toBe(401);
      expect((await blog.visitor.put(path, { data: { title: "One" } })).status).toBe(401);
      expect((await blog.visitor.delete(path)).status).toBe(401);
      expect((await blog.visitor.put("/api/site-setting", { data: { siteName: "One" } })).status).toBe(401);
      expect((await blog.visitor.delete("/api/site-setting")).status).toBe(401);
    });

    it("a token opens them", async () => {
      expect((await blog.editor.get("/api/posts")).status).toBe(200);
      expect((await blog.editor.post("/api/posts", { data: { title: "One" } })).status).toBe(201);
    });
  });

  describe("2. Access is granted per role, per content type and per action", () => {
    it("granting find and findOne to the Public role makes reads public, while writes stay closed", async () => {
      blog = await openBlog({ roles: { public: { post: ["find", "findOne"] } } });
      const { documentId } = (await blog.editor.post("/api/posts", { data: { title: "One", status: "published" } }))
        .entry;
      expect((await blog.visitor.get("/api/posts")).status).toBe(200);
      expect((await blog.visitor.get(`/api/posts/${documentId}`)).status).toBe(200);
      expect((await blog.visitor.post("/api/posts", { data: { title: "Two" } })).status).toBe(401);
      expect((await blog.visitor.put(`/api/posts/${documentId}`, { data: { title: "Two" } })).status).toBe(401);
      expect((await blog.visitor.delete(`/api/posts/${documentId}`)).status).toBe(401);
    });

    it("per content type: a grant on one does not apply to another", async () => {
      blog = await openBlog({ roles: { public: { post: ["find", "findOne"] } } });
      expect((await blog.visitor.get("/api/posts")).status).toBe(200);
      expect((await blog.visitor.get("/api/authors")).status).toBe(401);
    });

    it("per action: find does not grant findOne", async () => {
      blog = await openBlog({ roles: { public: { post: ["find"] } } });
      const { documentId } = (await blog.editor.post("/api/posts", { data: { title: "One", status: "published" } }))
        .entry;
      expect((await blog.visitor.get("/api/posts")).status).toBe(200);
      expect((await blog.visitor.get(`/api/posts/${documentId}`)).status).toBe(401);
    });

    it("per role: a token has exactly the permissions of its role", async () => {
      blog = await openBlog();
      const created = await blog.contributor.post("/api/posts", { data: { title: "One" } });
      expect(created.status).toBe(201);
      const path = `/api/posts/${created.entry.documentId}`;
      const refused = await blog.contributor.put(path, { data: { title: "Two" } });
      expect(refused.status).toBe(403);
      expect(refused.body).toEqual({ data: null, error: FORBIDDEN });
      expect((await blog.contributor.delete(path)).status).toBe(403);
      expect((await blog.contributor.post("/api/tags", { data: { name: "Red" } })).status).toBe(403);
    });

    it("the Public role applies to unauthenticated callers", async () => {
      blog = await openBlog({ roles: { public: { post: ["create"] } } });
      expect((await blog.visitor.post("/api/posts", { data: { title: "One" } })).status).toBe(201);
    });

    describe("a relation shows and finds only what its target's grants allow", () => {
      beforeEach(async () => {
        blog = await openBlog({ roles: { public: { post: ["find", "findOne"] } } });
        const { documentId } = (await blog.editor.post("/api/authors", { data: { name: "Ann" } })).entry;
        const data = { title: "One", author: { connect: [documentId] }, status: "published" };
        await blog.editor.post("/api/posts", { data });
      });

      it("populating it leaves it out", async () => {
        const [post] = (await blog.visitor.get("/api/posts?populate=author")).entries;
        expect(post).not.toHaveProperty("author");
        expect((await blog.editor.get("/api/posts?populate=author")).entries).toMatchObject([
          { author: { name: "Ann" } },
        ]);
      });

      it.each(["filters[author][name]=Ann", "sort=author.name"])("%s is refused", async (query) => {
        const refused = await blog.visitor.get(`/api/posts?${query}`);
        expect(refused.status).toBe(400);
        expect(refused.error.message).toBe("Invalid key author");
      });
    });
  });

  describe("3. Authenticated calls send header Authorization: Bearer <API_TOKEN>", () => {
    beforeEach(async () => {
      blog = await openBlog();
    });

    it.each(["Bearer token-of-the-editor", "bearer token-of-the-editor", "Bearer   token-of-the-editor"])(
      "%j is accepted",
      async (authorization) => {
        const body = { data: { title: "One" } };
        expect((await blog.visitor.request("POST", "/api/posts", body, { authorization })).status).toBe(201);
      },
    );

    it.each(["token-of-the-editor", "Basic token-of-the-editor", "Bearer", "Bearer token-of-the-editor twice"])(
      "%j is refused, also where the public may read",
      async (authorization) => {
        const body = { data: { title: "One" } };
        expect((await blog.visitor.request("POST", "/api/posts", body, { authorization })).status).toBe(401);
        expect((await blog.visitor.request("GET", "/api/posts", undefined, { authorization })).status).toBe(401);
      },
    );

    it("a token that does not exist is refused, also where the public may read", async () => {
      const refused = await blog.stranger.get("/api/posts");
      expect(refused.status).toBe(401);
      expect(refused.body).toEqual({ data: null, error: UNAUTHORIZED });
    });

    it("an API token is one accepted credential: full-access and read-only ones", async () => {
      expect((await blog.editor.post("/api/posts", { data: { title: "One" } })).status).toBe(201);
      expect((await blog.reader.get("/api/posts?status=draft")).status).toBe(200);
      expect((await blog.reader.post("/api/posts", { data: { title: "Two" } })).status).toBe(403);
    });
  });

  describe("4. Drafts (status=draft) need authentication", () => {
    beforeEach(async () => {
      blog = await openBlog();
      await blog.editor.post("/api/posts", { data: { title: "Hidden" } });
      await blog.editor.put("/api/site-setting", { data: { siteName: "Hidden" } });
    });

    it.each(["/api/posts?status=draft", "/api/site-setting?status=draft", "/api/tags?status=draft"])(
      "GET %s",
      async (path) => {
        const refused = await blog.visitor.get(path);
        expect(refused.status).toBe(401);
        expect(refused.text).not.toContain("Hidden");
        expect((await blog.reader.get(path)).status).toBe(200);
      },
    );

    it("and no other parameter lets a caller without a token learn about them", async () => {
      const { documentId } = (await blog.editor.post("/api/authors", { data: { name: "Ann" } })).entry;
      await blog.editor.post("/api/posts", { data: { title: "Secret", author: { connect: [documentId] } } });
      expect((await blog.visitor.get("/api/authors?filters[posts][title]=Secret")).entries).toEqual([]);
      const [author] = (await blog.visitor.get("/api/authors?populate=posts")).entries;
      expect(author?.posts).toEqual([]);
      expect((await blog.visitor.get("/api/posts?_q=Secret")).entries).toEqual([]);
      expect((await blog.visitor.get("/api/posts?publicationFilter=never-published")).entries).toEqual([]);
    });
  });

  it("5. Operations that issue tokens, register users or sign in are not part of the contract: none is there", async () => {
    blog = await openBlog();
    for (const path of ["/api/auth/local", "/api/auth/local/register", "/api/api-tokens"]) {
      expect((await blog.editor.post(path, {})).status).toBe(404);
    }
  });
});
