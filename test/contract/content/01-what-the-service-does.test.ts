import { beforeEach, describe, expect, it } from "vitest";
import { openedForEach } from "../../support/run/opened.ts";
import { openBlog } from "../../support/servers/open-blog.ts";

describe("What the service does", () => {
  const blog = openedForEach(openBlog);

  describe("1. For every content type, the service generates REST endpoints for create, read, update and delete", () => {
    it.each([
      ["posts", { title: "One" }, { title: "Two" }],
      ["authors", { name: "One" }, { name: "Two" }],
      ["categories", { name: "One" }, { name: "Two" }],
      ["tags", { name: "One" }, { name: "Two" }],
      ["pages", { title: "One" }, { title: "Two" }],
    ])("/api/%s", async (plural, first, second) => {
      const created = await blog.editor.post(`/api/${plural}`, { data: first });
      expect(created.status).toBe(201);
      const path = `/api/${plural}/${created.entry.documentId}`;
      expect((await blog.editor.get(`${path}?status=draft`)).entry).toMatchObject(first);
      expect((await blog.editor.get(`/api/${plural}?status=draft`)).entries).toMatchObject([first]);
      expect((await blog.editor.put(path, { data: second })).entry).toMatchObject(second);
      expect((await blog.editor.delete(path)).status).toBe(200);
      expect((await blog.editor.get(`${path}?status=draft`)).status).toBe(404);
    });

    it("/api/site-setting", async () => {
      const path = "/api/site-setting";
      expect((await blog.editor.put(path, { data: { siteName: "One" } })).status).toBe(200);
      expect((await blog.editor.get(`${path}?status=draft`)).entry).toMatchObject({ siteName: "One" });
      expect((await blog.editor.put(path, { data: { siteName: "Two" } })).entry).toMatchObject({ siteName: "Two" });
      expect((await blog.editor.delete(path)).status).toBe(200);
      expect((await blog.editor.get(`${path}?status=draft`)).status).toBe(404);
    });
  });

  describe("2. There are two kinds of content type", () => {
    it("collection types have many entries", async () => {
      for (const name of ["One", "Two", "Three"]) await blog.editor.post("/api/tags", { data: { name } });
      expect((await blog.visitor.get("/api/tags")).all("name")).toEqual(["One", "Two", "Three"]);
    });

    it("single types have one entry", async () => {
      const first = await blog.editor.put("/api/site-setting", { data: { siteName: "One" } });
      const second = await blog.editor.put("/api/site-setting", { data: { siteName: "Two" } });
      expect(second.entry.documentId).toBe(first.entry.documentId);
      expect((await blog.editor.get("/api/site-setting?status=draft")).entry.siteName).toBe("Two");
    });
  });

  describe("3. Reads can be", () => {
    beforeEach(async () => {
      const ann = await blog.editor.post("/api/authors", { data: { name: "Ann" } });
      for (const [title, views] of [["A", 3] as const, ["B", 1] as const, ["C", 2] as const]) {
        const data = { title, views, status: "published", author: { connect: [ann.entry.documentId] } };
        await blog.editor.post("/api/posts", { data });
      }
    });

    it("narrowed with filters", async () => {
      expect((await blog.visitor.get("/api/posts?filters[views][$gt]=1")).all("title")).toEqual(["A", "C"]);
    });

    it("sorted", async () => {
      expect((await blog.visitor.get("/api/posts?sort=views")).all("title")).toEqual(["B", "C", "A"]);
    });

    it("paginated", async () => {
      const page = await blog.visitor.get("/api/posts?pagination[page]=2&pagination[pageSize]=2");
      expect(page.all("title")).toEqual(["C"]);
    });

    it("limited to chosen fields", async () => {
      const [post] = (await blog.visitor.get("/api/posts?fields[0]=title")).entries;
      expect(Object.keys(post ?? {}).sort()).toEqual(["documentId", "id", "title"]);
    });

    it("extended with related data", async () => {
      const [post] = (await blog.visitor.get("/api/posts?populate=author")).entries;
      expect(post?.author).toMatchObject({ name: "Ann" });
    });
  });

  it("4. Entries have a draft version and a published version", async () => {
    const { entry } = await blog.editor.post("/api/posts", { data: { title: "Live", status: "published" } });
    await blog.editor.put(`/api/posts/${entry.documentId}`, { data: { title: "Draft" } });
    const path = `/api/posts/${entry.documentId}`;
    expect((await blog.editor.get(path)).entry.title).toBe("Live");
    expect((await blog.editor.get(`${path}?status=draft`)).entry.title).toBe("Draft");
  });

  it("5. The GraphQL endpoint is optional: where none is installed, /graphql is not found", async () => {
    expect((await blog.editor.post("/graphql", { query: "{ posts { documentId } }" })).status).toBe(404);
  });

  describe("6. All REST paths start with /api", () => {
    it("under the base address they answer", async () => {
      expect((await blog.visitor.get("/api/posts")).status).toBe(200);
    });

    it("without it they are not found", async () => {
      expect((await blog.visitor.get("/posts")).status).toBe(404);
      expect((await blog.visitor.get("/site-setting")).status).toBe(404);
    });
  });
});
