import { describe, expect, it } from "vitest";
import { openedForEach } from "../../support/run/opened.ts";
import { openBlog } from "../../support/servers/open-blog.ts";

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe("Resources and their fields", () => {
  const blog = openedForEach(openBlog);

  const publish = async (path: string, data: object) =>
    (await blog.editor.post(path, { data: { ...data, status: "published" } })).entry;

  describe("Entry", () => {
    it("id is a number, automatically increasing", async () => {
      const one = await publish("/api/authors", { name: "One" });
      const two = await publish("/api/authors", { name: "Two" });
      expect(one.id).toBeTypeOf("number");
      expect(two.id).toBeGreaterThan(one.id);
    });

    describe("id is not for use in API calls", () => {
      it("a numeric id in a URL is not found", async () => {
        const { id } = await publish("/api/posts", { title: "One" });
        expect((await blog.editor.get(`/api/posts/${id}`)).status).toBe(404);
        expect((await blog.editor.put(`/api/posts/${id}`, { data: { title: "Two" } })).status).toBe(404);
        expect((await blog.editor.delete(`/api/posts/${id}`)).status).toBe(404);
      });

      it("a numeric id in a relation is refused", async () => {
        const { id } = await publish("/api/authors", { name: "Ann" });
        const created = await blog.editor.post("/api/posts", { data: { title: "One", author: { connect: [id] } } });
        expect(created.status).toBe(400);
        expect(created.error).toMatchObject({ name: "ValidationError", message: "Invalid relations" });
      });
    });

    it("id may differ between the draft and published versions of one document", async () => {
      const { id, documentId } = await publish("/api/posts", { title: "One" });
      const draft = (await blog.editor.get(`/api/posts/${documentId}?status=draft`)).entry;
      expect(draft.id).not.toBe(id);
      expect(draft.documentId).toBe(documentId);
    });

    it("documentId is a string: 24 lower-case letters and digits, the first a letter", async () => {
      expect((await publish("/api/posts", { title: "One" })).documentId).toMatch(/^[a-z][a-z0-9]{23}$/);
    });

    it("documentId identifies in URLs, relations and mutations", async () => {
      const { documentId: author } = await publish("/api/authors", { name: "Ann" });
      const { documentId } = await publish("/api/posts", { title: "One", author: { connect: [author] } });
      const read = await blog.visitor.get(`/api/posts/${documentId}?populate=author`);
      expect(read.entry).toMatchObject({ title: "One", author: { documentId: author } });
      expect((await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Two" } })).status).toBe(200);
      expect((await blog.editor.delete(`/api/posts/${documentId}`)).status).toBe(200);
    });

    it.each(["createdAt", "updatedAt", "publishedAt"])("%s is ISO 8601 in UTC with milliseconds", async (field) => {
      expect((await publish("/api/posts", { title: "One" }))[field]).toMatch(TIMESTAMP);
    });

    it("publishedAt is null on a draft", async () => {
      const { entry } = await blog.editor.post("/api/posts", { data: { title: "One" } });
      expect(entry.publishedAt).toBeNull();
    });

    it("carries the fields defined by its content type; scalar fields are returned by default", async () => {
      const { documentId } = await publish("/api/posts", { title: "One" });
      expect(Object.keys((await blog.visitor.get(`/api/posts/${documentId}`)).entry).sort()).toEqual(
        [
          ...["id", "documentId", "createdAt", "updatedAt", "publishedAt"],
          ...["title", "slug", "content", "excerpt", "publishedDate", "featured", "views"],
        ].sort(),
      );
    });

    it("relations, components, media and dynamic zones are omitted unless populated", async () => {
      const post = await publish("/api/posts", { title: "One", seo: { metaTitle: "Meta" } });
      const author = await publish("/api/authors", { name: "Ann" });
      const page = await publish("/api/pages", {
        title: "Home",
        blocks: [{ __component: "blocks.hero", heading: "Hi" }],
      });
      for (const key of ["author", "category", "tags", "seo"]) expect(post).not.toHaveProperty(key);
      for (const key of ["avatar", "posts"]) expect(author).not.toHaveProperty(key);
      expect(page).not.toHaveProperty("blocks");

      const populated = await blog.visitor.get(`/api/posts/${post.documentId}?populate=*`);
      expect(populated.entry).toMatchObject({ author: null, category: null, tags: [], seo: { metaTitle: "Meta" } });
      const withAvatar = await blog.visitor.get(`/api/authors/${author.documentId}?populate=avatar`);
      expect(withAvatar.entry.avatar).toBeNull();
      const withBlocks = await blog.visitor.get(`/api/pages/${page.documentId}?populate=blocks`);
      expect(withBlocks.entry.blocks).toMatchObject([{ __component: "blocks.hero", heading: "Hi" }]);
    });
  });

  describe("Example content types", () => {
    it("Post has title, slug, content, excerpt, publishedDate and featured", async () => {
      const content = [{ type: "paragraph", children: [{ type: "text", text: "Hello", bold: true }] }];
      const values = {
        title: "One",
        slug: "one",
        content,
        excerpt: "Short",
        publishedDate: "2024-02-29",
        featured: true,
      };
      const { documentId } = await publish("/api/posts", values);
      expect((await blog.visitor.get(`/api/posts/${documentId}`)).entry).toMatchObject(values);
    });

    it("content is returned as structured JSON, not HTML", async () => {
      const content = [
        { type: "heading", level: 2, children: [{ type: "text", text: "Title" }] },
        { type: "list", format: "ordered", children: [{ type: "list-item", children: [{ type: "text", text: "1" }] }] },
      ];
      expect((await publish("/api/posts", { title: "One", content })).content).toEqual(content);
    });

    it("excerpt is nullable", async () => {
      const { documentId } = await publish("/api/posts", { title: "One", excerpt: "Short" });
      const changed = await blog.editor.put(`/api/posts/${documentId}`, { data: { excerpt: null } });
      expect(changed.entry.excerpt).toBeNull();
    });

    it("publishedDate is a date, YYYY-MM-DD", async () => {
      expect((await publish("/api/posts", { title: "One", publishedDate: "2024-01-15" })).publishedDate).toBe(
        "2024-01-15",
      );
      const refused = await blog.editor.post("/api/posts", { data: { title: "Two", publishedDate: "15.01.2024" } });
      expect(refused.status).toBe(400);
      expect(refused.error).toMatchObject({ message: "Invalid format, expected yyyy-MM-dd" });
    });

    it("Post has one author, one category, many tags and a seo component", async () => {
      const { documentId: ann } = await publish("/api/authors", { name: "Ann" });
      const { documentId: tech } = await publish("/api/categories", { name: "Tech", slug: "tech" });
      const { documentId: red } = await publish("/api/tags", { name: "Red" });
      const { documentId: blue } = await publish("/api/tags", { name: "Blue" });
      const { documentId } = await publish("/api/posts", {
        title: "One",
        author: { connect: [ann] },
        category: { connect: [tech] },
        tags: { connect: [red, blue] },
        seo: { metaTitle: "Meta" },
      });
      expect((await blog.visitor.get(`/api/posts/${documentId}?populate=*`)).entry).toMatchObject({
        author: { name: "Ann" },
        category: { name: "Tech", slug: "tech" },
        tags: [{ name: "Red" }, { name: "Blue" }],
        seo: { metaTitle: "Meta" },
      });
    });

    it("Author has name, bio, email and avatar", async () => {
      const values = { name: "Ann", bio: "Writes", email: "ann@example.com" };
      const { documentId } = await publish("/api/authors", values);
      const read = await blog.visitor.get(`/api/authors/${documentId}?populate=avatar`);
      expect(read.entry).toMatchObject({ ...values, avatar: null });
    });

    it.each(["categories", "tags"])("an entry of %s has slug and name", async (plural) => {
      const values = { name: "Some", slug: "some" };
      const { documentId } = await publish(`/api/${plural}`, values);
      expect((await blog.visitor.get(`/api/${plural}/${documentId}`)).entry).toMatchObject(values);
    });

    it("Site setting is a single type at site-setting with the fields of the deployment", async () => {
      const data = { siteName: "Blog", tagline: "Words", footer: { links: [1] } };
      await blog.editor.put("/api/site-setting", { data, status: "published" });
      expect((await blog.visitor.get("/api/site-setting")).entry).toMatchObject(data);
    });

    it("Page is a collection with blocks, a dynamic zone of components", async () => {
      const blocks = [
        { __component: "blocks.hero", heading: "Hi" },
        { __component: "blocks.quote", body: "Words" },
      ];
      const { documentId } = await publish("/api/pages", { title: "Home", blocks });
      expect((await blog.visitor.get(`/api/pages/${documentId}?populate=blocks`)).entry.blocks).toMatchObject(blocks);
    });

    it("required flags and constraints are the deployment's: this title is required once it is published", async () => {
      const refused = await blog.editor.post("/api/posts", { data: { excerpt: "Short", status: "published" } });
      expect(refused.status).toBe(400);
      expect(refused.error.details).toMatchObject({ errors: [{ path: ["title"], name: "ValidationError" }] });
      expect((await blog.editor.post("/api/posts", { data: { excerpt: "Short" } })).status).toBe(201);
    });
  });

  describe("Response envelope", () => {
    it("data is an array of entries on a collection", async () => {
      await publish("/api/posts", { title: "One" });
      const { body } = await blog.visitor.get("/api/posts");
      expect(Object.keys(body).sort()).toEqual(["data", "meta"]);
      expect(body.data).toMatchObject([{ title: "One" }]);
    });

    it("data is one object on findOne and on a single type", async () => {
      const { documentId } = await publish("/api/posts", { title: "One" });
      await blog.editor.put("/api/site-setting", { data: { siteName: "Blog" }, status: "published" });
      expect((await blog.visitor.get(`/api/posts/${documentId}`)).body.data).toMatchObject({ title: "One" });
      expect((await blog.visitor.get("/api/site-setting")).body.data).toMatchObject({ siteName: "Blog" });
    });

    it("meta holds pagination on a collection and nothing on one entry", async () => {
      const { documentId } = await publish("/api/posts", { title: "One" });
      expect((await blog.visitor.get("/api/posts")).body.meta).toEqual({
        pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 },
      });
      expect((await blog.visitor.get(`/api/posts/${documentId}`)).body.meta).toEqual({});
    });

    it("with fields, each entry contains only the chosen fields plus id and documentId", async () => {
      const { id, documentId } = await publish("/api/posts", { title: "One", slug: "one", excerpt: "Short" });
      const list = await blog.visitor.get("/api/posts?fields[0]=title&fields[1]=slug");
      expect(list.entries).toEqual([{ id, documentId, title: "One", slug: "one" }]);
      const one = await blog.visitor.get(`/api/posts/${documentId}?fields[0]=excerpt`);
      expect(one.entry).toEqual({ id, documentId, excerpt: "Short" });
    });
  });
});
