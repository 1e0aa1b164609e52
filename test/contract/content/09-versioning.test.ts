import { describe, expect, it } from "vitest";
import { openedForEach } from "../../support/run/opened.ts";
import { openBlog } from "../../support/servers/open-blog.ts";

describe("Versioning", () => {
  const blog = openedForEach(openBlog);

  it("1. REST paths carry no version segment; they start with /api", async () => {
    expect((await blog.visitor.get("/api/posts")).status).toBe(200);
    for (const path of ["/api/v1/posts", "/v1/api/posts", "/api/v5/posts"]) {
      expect((await blog.visitor.get(path)).status).toBe(404);
    }
  });

  describe("2. documentId is the identifier for URLs, relations and mutations", () => {
    it("in URLs and mutations", async () => {
      const { documentId, id } = (await blog.editor.post("/api/posts", { data: { title: "One" } })).entry;
      expect((await blog.editor.get(`/api/posts/${documentId}?status=draft`)).entry.title).toBe("One");
      expect((await blog.editor.get(`/api/posts/${id}?status=draft`)).status).toBe(404);
      expect((await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Two" } })).status).toBe(200);
      expect((await blog.editor.put(`/api/posts/${id}`, { data: { title: "Three" } })).status).toBe(404);
    });

    it("in relations", async () => {
      const author = (await blog.editor.post("/api/authors", { data: { name: "Ann" } })).entry;
      const write = (reference: unknown) =>
        blog.editor.post("/api/posts?populate=author", { data: { title: "One", author: { set: [reference] } } });
      expect((await write(author.documentId)).entry.author).toMatchObject({ name: "Ann" });
      expect((await write(author.id)).status).toBe(400);
    });

    it("the numeric id is internal: it cannot be written", async () => {
      const refused = await blog.editor.post("/api/posts", { data: { title: "One", id: 7 } });
      expect(refused.status).toBe(400);
      expect(refused.error.message).toBe("Invalid key id");
    });
  });

  it("3. Draft and published versions are separate document instances", async () => {
    const { documentId } = (await blog.editor.post("/api/posts", { data: { title: "Live", status: "published" } }))
      .entry;
    await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Draft" } });
    const both = await blog.editor.get("/api/posts?status=draft&status=published&sort=title");
    expect(both.all("title")).toEqual(["Draft", "Live"]);
    expect(both.all("documentId")).toEqual([documentId, documentId]);
    expect(new Set(both.all("id")).size).toBe(2);
  });

  it("4. There is no version scheme of the API: no answer names one", async () => {
    const { headers } = await blog.visitor.get("/api/posts");
    for (const name of ["api-version", "x-api-version"]) expect(headers.get(name)).toBeNull();
  });
});
