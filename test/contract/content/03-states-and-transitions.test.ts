import { describe, expect, it } from "vitest";
import { openedForEach } from "../../support/run/opened.ts";
import { openBlog } from "../../support/servers/open-blog.ts";

describe("States and transitions", () => {
  const blog = openedForEach(openBlog);

  const create = async (data: object) => (await blog.editor.post("/api/posts", { data })).entry;
  const draftOf = (documentId: string) => blog.editor.get(`/api/posts/${documentId}?status=draft`);
  const publishedOf = (documentId: string) => blog.editor.get(`/api/posts/${documentId}`);

  it("draft and published versions are separate instances of one document, with the same documentId", async () => {
    const { documentId } = await create({ title: "Live", status: "published" });
    await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Draft" } });
    const both = [(await draftOf(documentId)).entry, (await publishedOf(documentId)).entry];
    expect(both.map((version) => version.title)).toEqual(["Draft", "Live"]);
    expect(both.map((version) => version.documentId)).toEqual([documentId, documentId]);
    expect(new Set(both.map((version) => version.id)).size).toBe(2);
  });

  describe("(none) → draft: POST create without a status", () => {
    it("creates the entry as a draft", async () => {
      const created = await blog.editor.post("/api/posts", { data: { title: "One" } });
      expect(created.status).toBe(201);
      expect(created.entry).toMatchObject({ title: "One", publishedAt: null });
      expect((await draftOf(created.entry.documentId)).status).toBe(200);
      expect((await publishedOf(created.entry.documentId)).status).toBe(404);
    });

    it.each(["draft", null, ""])("data.status %j counts as absent", async (status) => {
      const { documentId } = await create({ title: "One", status });
      expect((await publishedOf(documentId)).status).toBe(404);
    });
  });

  describe("(none) → published: POST create with status published in the data object", () => {
    it("creates and publishes the entry", async () => {
      const created = await blog.editor.post("/api/posts", { data: { title: "One", status: "published" } });
      expect(created.status).toBe(201);
      expect(created.entry.publishedAt).not.toBeNull();
      expect((await publishedOf(created.entry.documentId)).entry.title).toBe("One");
      expect((await draftOf(created.entry.documentId)).entry).toMatchObject({ title: "One", publishedAt: null });
    });

    it("leaves nothing behind when the entry cannot be published", async () => {
      expect((await blog.editor.post("/api/posts", { data: { excerpt: "x", status: "published" } })).status).toBe(400);
      expect((await blog.editor.get("/api/posts?status=draft")).entries).toEqual([]);
    });

    it.each(["Published", "bogus", 5, true])("refuses data.status %j", async (status) => {
      const refused = await blog.editor.post("/api/posts", { data: { title: "One", status } });
      expect(refused.status).toBe(400);
      expect(refused.error).toMatchObject({
        name: "ValidationError",
        message: `Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${status}`,
        details: {},
      });
      expect((await blog.editor.get("/api/posts?status=draft")).entries).toEqual([]);
    });
  });

  describe("draft → published: PUT with top-level status published", () => {
    it("applies the fields sent in data, then publishes", async () => {
      const { documentId } = await create({ title: "One", excerpt: "Kept" });
      const updated = await blog.editor.put(`/api/posts/${documentId}`, {
        data: { title: "Two" },
        status: "published",
      });
      expect(updated.status).toBe(200);
      expect(updated.entry).toMatchObject({ documentId, title: "Two", excerpt: "Kept" });
      expect(updated.entry.publishedAt).not.toBeNull();
      expect((await publishedOf(documentId)).entry).toMatchObject({ title: "Two", excerpt: "Kept" });
      expect((await draftOf(documentId)).entry).toMatchObject({ title: "Two", publishedAt: null });
    });

    it("publishes the stored draft when data is empty", async () => {
      const { documentId } = await create({ title: "One" });
      await blog.editor.put(`/api/posts/${documentId}`, { data: {}, status: "published" });
      expect((await publishedOf(documentId)).entry.title).toBe("One");
    });

    it("needs an authenticated caller with permission", async () => {
      const { documentId } = await create({ title: "One" });
      const body = { data: {}, status: "published" };
      expect((await blog.visitor.put(`/api/posts/${documentId}`, body)).status).toBe(401);
      expect((await blog.reader.put(`/api/posts/${documentId}`, body)).status).toBe(403);
      expect((await publishedOf(documentId)).status).toBe(404);
    });

    it("changes nothing when the result cannot be published", async () => {
      const { documentId } = await create({ title: "One" });
      const body = { data: { title: null, excerpt: "New" }, status: "published" };
      expect((await blog.editor.put(`/api/posts/${documentId}`, body)).status).toBe(400);
      expect((await draftOf(documentId)).entry).toMatchObject({ title: "One", excerpt: null });
    });

    it("refuses a status that is neither word", async () => {
      const { documentId } = await create({ title: "One" });
      const refused = await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Two" }, status: "bogus" });
      expect(refused.status).toBe(400);
      expect((await draftOf(documentId)).entry.title).toBe("One");
    });
  });

  describe("published → published version unchanged, plus a draft version: PUT without status", () => {
    it("creates a draft with the changes", async () => {
      const { documentId } = await create({ title: "Live", status: "published" });
      const updated = await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Draft" } });
      expect(updated.status).toBe(200);
      expect(updated.entry).toMatchObject({ title: "Draft", publishedAt: null });
      expect((await draftOf(documentId)).entry.title).toBe("Draft");
    });

    it("leaves the published version unchanged until published", async () => {
      const { documentId } = await create({ title: "Live", status: "published" });
      const before = (await publishedOf(documentId)).body;
      await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Draft" } });
      expect((await publishedOf(documentId)).body).toEqual(before);
      await blog.editor.put(`/api/posts/${documentId}`, { data: {}, status: "published" });
      expect((await publishedOf(documentId)).entry.title).toBe("Draft");
    });

    it("leaves the published relations and components unchanged too", async () => {
      const { documentId: red } = (await blog.editor.post("/api/tags", { data: { name: "Red" } })).entry;
      const { documentId: blue } = (await blog.editor.post("/api/tags", { data: { name: "Blue" } })).entry;
      const { documentId } = await create({
        title: "Live",
        tags: { set: [red] },
        seo: { metaTitle: "Live" },
        status: "published",
      });
      await blog.editor.put(`/api/posts/${documentId}`, {
        data: { tags: { set: [blue] }, seo: { metaTitle: "Draft" } },
      });
      const path = `/api/posts/${documentId}?populate=*`;
      expect((await blog.visitor.get(path)).entry).toMatchObject({
        tags: [{ name: "Red" }],
        seo: { metaTitle: "Live" },
      });
      expect((await blog.editor.get(`${path}&status=draft`)).entry).toMatchObject({
        tags: [{ name: "Blue" }],
        seo: { metaTitle: "Draft" },
      });
    });

    it("needs an authenticated caller", async () => {
      const { documentId } = await create({ title: "Live", status: "published" });
      expect((await blog.visitor.put(`/api/posts/${documentId}`, { data: { title: "Draft" } })).status).toBe(401);
      expect((await draftOf(documentId)).entry.title).toBe("Live");
    });
  });

  describe("draft or published → (removed): DELETE", () => {
    it.each(["draft", "published"])("of a %s removes both versions for good", async (status) => {
      const { documentId } = await create({ title: "One", status });
      expect((await blog.editor.delete(`/api/posts/${documentId}`)).status).toBe(200);
      expect((await draftOf(documentId)).status).toBe(404);
      expect((await publishedOf(documentId)).status).toBe(404);
      expect((await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Back" } })).status).toBe(404);
    });

    it("of a published document with a newer draft removes both", async () => {
      const { documentId } = await create({ title: "Live", status: "published" });
      await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Draft" } });
      await blog.editor.delete(`/api/posts/${documentId}`);
      expect((await blog.editor.get("/api/posts?status=draft&status=published")).entries).toEqual([]);
    });

    it("needs an authenticated caller", async () => {
      const { documentId } = await create({ title: "One", status: "published" });
      expect((await blog.visitor.delete(`/api/posts/${documentId}`)).status).toBe(401);
      expect((await publishedOf(documentId)).status).toBe(200);
    });
  });

  describe("Rule 1", () => {
    it.each(["publish", "unpublish", "discard-draft"])("the REST API has no %s endpoint", async (action) => {
      const { documentId } = await create({ title: "Live", status: "published" });
      const answered = await blog.editor.post(`/api/posts/${documentId}/actions/${action}`, {});
      expect(answered.status).toBe(404);
      expect((await blog.editor.post(`/api/posts/${documentId}/${action}`, {})).status).toBe(404);
      expect((await publishedOf(documentId)).status).toBe(200);
    });

    it("unpublish exists in the internal document service", async () => {
      const { documentId } = await create({ title: "Live", status: "published" });
      await blog.galley.documents("api::post.post").unpublish({ documentId });
      expect((await publishedOf(documentId)).status).toBe(404);
      expect((await draftOf(documentId)).entry.title).toBe("Live");
    });

    it("discardDraft exists in the internal document service", async () => {
      const { documentId } = await create({ title: "Live", status: "published" });
      await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Draft" } });
      await blog.galley.documents("api::post.post").discardDraft({ documentId });
      expect((await draftOf(documentId)).entry.title).toBe("Live");
    });
  });

  describe("Rule 2", () => {
    it("public reads return only published documents", async () => {
      await create({ title: "Draft" });
      await create({ title: "Live", status: "published" });
      expect((await blog.visitor.get("/api/posts")).all("title")).toEqual(["Live"]);
    });

    it("if all entries are drafts the result is an empty array in data", async () => {
      await create({ title: "Draft" });
      const { body } = await blog.visitor.get("/api/posts");
      expect(body).toEqual({ data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } });
    });
  });

  it("Rule 3: PUT sends only the fields to change; other fields are preserved", async () => {
    const { documentId: red } = (await blog.editor.post("/api/tags", { data: { name: "Red" } })).entry;
    const kept = { slug: "one", excerpt: "Short", featured: true, publishedDate: "2024-01-15" };
    const { documentId } = await create({ title: "One", ...kept, tags: { set: [red] }, seo: { metaTitle: "Meta" } });
    await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Two" } });
    expect((await blog.editor.get(`/api/posts/${documentId}?status=draft&populate=*`)).entry).toMatchObject({
      title: "Two",
      ...kept,
      tags: [{ name: "Red" }],
      seo: { metaTitle: "Meta" },
    });
  });
});
