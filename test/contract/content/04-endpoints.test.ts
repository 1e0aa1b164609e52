import { describe, expect, it } from "vitest";
import { openedForEach } from "../../support/run/opened.ts";
import { openBlog } from "../../support/servers/open-blog.ts";

describe("Endpoints", () => {
  const blog = openedForEach(openBlog);

  const create = async (path: string, data: object) => (await blog.editor.post(path, { data })).entry;
  const publish = (path: string, data: object) => create(path, { ...data, status: "published" });

  describe("Collection types", () => {
    it("GET /api/{plural} (find) answers {data: [entry...], meta: {pagination}}", async () => {
      await publish("/api/posts", { title: "One" });
      const found = await blog.visitor.get("/api/posts?fields[0]=title");
      expect(found.status).toBe(200);
      expect(found.body).toEqual({
        data: [{ id: expect.any(Number), documentId: expect.any(String), title: "One" }],
        meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
      });
    });

    describe("GET /api/{plural}/{documentId} (findOne)", () => {
      it("answers {data: entry, meta}", async () => {
        const { documentId } = await publish("/api/posts", { title: "One" });
        const found = await blog.visitor.get(`/api/posts/${documentId}`);
        expect(found.status).toBe(200);
        expect(found.body).toMatchObject({ data: { documentId, title: "One" }, meta: {} });
      });

      it("takes populate, fields and status", async () => {
        const { documentId: ann } = await create("/api/authors", { name: "Ann" });
        const { documentId } = await publish("/api/posts", { title: "Live", author: { connect: [ann] } });
        await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Draft" } });
        const path = `/api/posts/${documentId}?fields[0]=title&populate[author][fields][0]=name&status=draft`;
        expect((await blog.editor.get(path)).entry).toEqual({
          id: expect.any(Number),
          documentId,
          title: "Draft",
          author: { id: expect.any(Number), documentId: ann, name: "Ann" },
        });
      });

      it("answers 404 for a documentId that does not exist", async () => {
        expect((await blog.visitor.get("/api/posts/zzzzzzzzzzzzzzzzzzzzzzzz")).status).toBe(404);
      });
    });

    it("POST /api/{plural} (create) answers 201 with the entry as it was written last", async () => {
      const created = await blog.editor.post("/api/posts", { data: { title: "One" } });
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({ data: { title: "One", publishedAt: null }, meta: {} });
      const published = await blog.editor.post("/api/posts", { data: { title: "Two", status: "published" } });
      expect(published.entry).toMatchObject({ title: "Two", publishedAt: expect.any(String) });
    });

    it("PUT /api/{plural}/{documentId} (update) answers 200 with the entry as it was written last", async () => {
      const { documentId } = await publish("/api/posts", { title: "Live" });
      const drafted = await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Draft" } });
      expect(drafted.status).toBe(200);
      expect(drafted.body).toMatchObject({ data: { documentId, title: "Draft", publishedAt: null }, meta: {} });
    });

    it("PUT of an unknown documentId answers 404 and creates nothing", async () => {
      const updated = await blog.editor.put("/api/posts/zzzzzzzzzzzzzzzzzzzzzzzz", { data: { title: "One" } });
      expect(updated.status).toBe(404);
      expect((await blog.editor.get("/api/posts?status=draft")).entries).toEqual([]);
    });

    it("DELETE /api/{plural}/{documentId} (delete) answers 200 with the entry as it was", async () => {
      const { documentId } = await publish("/api/posts", { title: "Live" });
      await blog.editor.put(`/api/posts/${documentId}`, { data: { title: "Draft" } });
      const deleted = await blog.editor.delete(`/api/posts/${documentId}`);
      expect(deleted.status).toBe(200);
      expect(deleted.body).toMatchObject({ data: { documentId, title: "Live" }, meta: {} });
    });

    it("DELETE of an unknown documentId answers 404", async () => {
      expect((await blog.editor.delete("/api/posts/zzzzzzzzzzzzzzzzzzzzzzzz")).status).toBe(404);
    });

    it("create and update take populate and fields for their answer", async () => {
      const { documentId: ann } = await create("/api/authors", { name: "Ann" });
      const path = "/api/posts?populate[author][fields][0]=name&fields[0]=title";
      const created = await blog.editor.post(path, { data: { title: "One", author: { connect: [ann] } } });
      expect(created.entry).toEqual({
        id: expect.any(Number),
        documentId: expect.any(String),
        title: "One",
        author: { id: expect.any(Number), documentId: ann, name: "Ann" },
      });
    });

    it.each(["singular name", "another type's documentId"])("%s in the path is not found", async (what) => {
      const { documentId } = await create("/api/authors", { name: "Ann" });
      const path = what === "singular name" ? "/api/post" : `/api/posts/${documentId}`;
      expect((await blog.visitor.get(path)).status).toBe(404);
    });
  });

  describe("Single types", () => {
    it("GET /api/{singular} gets the single type", async () => {
      await blog.editor.put("/api/site-setting", { data: { siteName: "Blog" }, status: "published" });
      const found = await blog.visitor.get("/api/site-setting");
      expect(found.status).toBe(200);
      expect(found.body).toMatchObject({ data: { siteName: "Blog" }, meta: {} });
    });

    it("GET answers 404 while there is none, and while there is only a draft", async () => {
      expect((await blog.visitor.get("/api/site-setting")).status).toBe(404);
      await blog.editor.put("/api/site-setting", { data: { siteName: "Blog" } });
      expect((await blog.visitor.get("/api/site-setting")).status).toBe(404);
    });

    it("PUT /api/{singular} updates the single type, and makes it the first time", async () => {
      const first = await blog.editor.put("/api/site-setting", { data: { siteName: "One", tagline: "Kept" } });
      expect(first.status).toBe(200);
      const second = await blog.editor.put("/api/site-setting", { data: { siteName: "Two" } });
      expect(second.status).toBe(200);
      expect(second.entry).toMatchObject({ documentId: first.entry.documentId, siteName: "Two", tagline: "Kept" });
    });

    it("DELETE /api/{singular} deletes the single type", async () => {
      const { documentId } = (
        await blog.editor.put("/api/site-setting", { data: { siteName: "Blog" }, status: "published" })
      ).entry;
      expect((await blog.editor.delete("/api/site-setting")).status).toBe(200);
      expect((await blog.visitor.get("/api/site-setting")).status).toBe(404);
      expect((await blog.editor.delete("/api/site-setting")).status).toBe(404);
      const again = await blog.editor.put("/api/site-setting", { data: { siteName: "New" } });
      expect(again.entry.documentId).not.toBe(documentId);
    });
  });

  describe("Write request body", () => {
    it("is JSON sent with the header Content-Type: application/json", async () => {
      const body = JSON.stringify({ data: { title: "One" } });
      const sent = (type: string) => blog.editor.request("POST", "/api/posts", body, { "content-type": type });
      expect((await sent("application/json")).status).toBe(201);
      expect((await sent("text/plain")).status).toBe(400);
    });

    it("is sent with the header Authorization: Bearer <API_TOKEN>", async () => {
      expect((await blog.editor.post("/api/posts", { data: { title: "One" } })).status).toBe(201);
      expect((await blog.visitor.post("/api/posts", { data: { title: "One" } })).status).toBe(401);
    });

    describe("data is required", () => {
      it.each([[{}], [{ title: "One" }], [{ data: null }], [{ data: "One" }], [{ data: 5 }], [[]]])(
        "%j is refused",
        async (body) => {
          const { documentId } = await create("/api/posts", { title: "One" });
          for (const refused of [
            await blog.editor.post("/api/posts", body),
            await blog.editor.put(`/api/posts/${documentId}`, body),
            await blog.editor.put("/api/site-setting", body),
          ]) {
            expect(refused.status).toBe(400);
            expect(refused.error).toMatchObject({
              name: "ValidationError",
              message: 'Missing "data" payload in the request body',
            });
          }
        },
      );

      it("holds the content type fields to write, and no others", async () => {
        const refused = await blog.editor.post("/api/posts", { data: { title: "One", nope: 1 } });
        expect(refused.status).toBe(400);
        expect(refused.error).toMatchObject({
          message: "Invalid key nope",
          details: { key: "nope", path: null, source: "body" },
        });
      });
    });

    it("data.status (POST): published publishes at creation, absent means draft", async () => {
      await create("/api/posts", { title: "Draft" });
      await create("/api/posts", { title: "Live", status: "published" });
      expect((await blog.visitor.get("/api/posts")).all("title")).toEqual(["Live"]);
    });

    it("data.status is no field of a PUT", async () => {
      const { documentId } = await create("/api/posts", { title: "One" });
      const refused = await blog.editor.put(`/api/posts/${documentId}`, { data: { status: "published" } });
      expect(refused.status).toBe(400);
      expect(refused.error.message).toBe("Invalid key status");
    });

    it("status (PUT, top-level, next to data): published publishes the document", async () => {
      const { documentId } = await create("/api/posts", { title: "One" });
      await blog.editor.put(`/api/posts/${documentId}`, { data: {}, status: "published" });
      expect((await blog.visitor.get(`/api/posts/${documentId}`)).status).toBe(200);
    });

    it("status next to data is ignored on POST, like every other key there", async () => {
      const created = await blog.editor.post("/api/posts", { data: { title: "One" }, status: "published", other: 1 });
      expect(created.status).toBe(201);
      expect(created.entry.publishedAt).toBeNull();
    });

    describe("data.<relation>: connect, disconnect and set, each an array of documentId strings", () => {
      const tagsOf = async (documentId: string) => {
        const { tags } = (await blog.editor.get(`/api/posts/${documentId}?status=draft&populate=tags`)).entry;
        return (tags as { name: string }[]).map(({ name }) => name);
      };
      const tag = async (name: string) => (await create("/api/tags", { name })).documentId;

      it("connect adds relations to a list", async () => {
        const [red, blue] = [await tag("Red"), await tag("Blue")];
        const { documentId } = await create("/api/posts", { title: "One", tags: { connect: [red] } });
        await blog.editor.put(`/api/posts/${documentId}`, { data: { tags: { connect: [blue] } } });
        expect(await tagsOf(documentId)).toEqual(["Red", "Blue"]);
      });

      it("connect is for single relations too, and replaces the one there", async () => {
        const ann = await create("/api/authors", { name: "Ann" });
        const bob = await create("/api/authors", { name: "Bob" });
        const { documentId } = await create("/api/posts", { title: "One", author: { connect: [ann.documentId] } });
        const updated = await blog.editor.put(`/api/posts/${documentId}?populate=author`, {
          data: { author: { connect: [bob.documentId] } },
        });
        expect(updated.entry.author).toMatchObject({ name: "Bob" });
      });

      it("disconnect removes relations", async () => {
        const [red, blue, green] = [await tag("Red"), await tag("Blue"), await tag("Green")];
        const { documentId } = await create("/api/posts", { title: "One", tags: { connect: [red, blue, green] } });
        await blog.editor.put(`/api/posts/${documentId}`, { data: { tags: { disconnect: [red, green] } } });
        expect(await tagsOf(documentId)).toEqual(["Blue"]);
      });

      it("disconnect removes a single relation", async () => {
        const ann = await create("/api/authors", { name: "Ann" });
        const { documentId } = await create("/api/posts", { title: "One", author: { connect: [ann.documentId] } });
        const updated = await blog.editor.put(`/api/posts/${documentId}?populate=author`, {
          data: { author: { disconnect: [ann.documentId] } },
        });
        expect(updated.entry.author).toBeNull();
      });

      it("set replaces all relations, in the given order", async () => {
        const [red, blue, green] = [await tag("Red"), await tag("Blue"), await tag("Green")];
        const { documentId } = await create("/api/posts", { title: "One", tags: { set: [red] } });
        await blog.editor.put(`/api/posts/${documentId}`, { data: { tags: { set: [green, blue] } } });
        expect(await tagsOf(documentId)).toEqual(["Green", "Blue"]);
        await blog.editor.put(`/api/posts/${documentId}`, { data: { tags: { set: [] } } });
        expect(await tagsOf(documentId)).toEqual([]);
      });

      it("shows from the other end at once", async () => {
        const red = await tag("Red");
        const { documentId } = await publish("/api/posts", { title: "One", tags: { connect: [red] } });
        const read = await blog.visitor.get(`/api/tags/${red}?populate=posts`);
        expect(read.entry.posts).toMatchObject([{ documentId, title: "One" }]);
      });

      it.each(["connect", "disconnect", "set"])("%s refuses a documentId that does not exist", async (operation) => {
        const { documentId } = await create("/api/posts", { title: "One" });
        const refused = await blog.editor.put(`/api/posts/${documentId}`, {
          data: { tags: { [operation]: ["zzzzzzzzzzzzzzzzzzzzzzzz"] } },
        });
        expect(refused.status).toBe(400);
        expect(refused.error.message).toBe('Document with id "zzzzzzzzzzzzzzzzzzzzzzzz", locale "null" not found');
      });
    });
  });

  describe("GraphQL (optional)", () => {
    it("is not there unless it is installed", async () => {
      expect((await blog.visitor.get("/graphql")).status).toBe(404);
    });
  });
});
