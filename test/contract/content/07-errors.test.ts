import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Reply } from "../../support/requests/reply.ts";
import { type OpenBlog, openBlog } from "../../support/servers/open-blog.ts";
import { failingStorage } from "../../support/storage/failing-storage.ts";
import { MemoryLog } from "../../support/storage/memory-log.ts";

const UNKNOWN = "/api/posts/zzzzzzzzzzzzzzzzzzzzzzzz";

describe("Errors", () => {
  let blog: OpenBlog;
  beforeEach(async () => {
    blog = await openBlog();
  });
  afterEach(() => blog.close());

  const everyError = async (): Promise<readonly [status: number, name: string, reply: Reply][]> => [
    [400, "ValidationError", await blog.editor.post("/api/posts", {})],
    [400, "ValidationError", await blog.editor.post("/api/posts", { data: { title: 5 } })],
    [400, "ValidationError", await blog.editor.get("/api/posts?filters[nope]=1")],
    [400, "PaginationError", await blog.editor.get("/api/posts?pagination[page]=1&pagination[start]=1")],
    [400, "SyntaxError", await blog.editor.post("/api/posts", '{"data": ')],
    [401, "UnauthorizedError", await blog.visitor.post("/api/posts", { data: { title: "One" } })],
    [403, "ForbiddenError", await blog.reader.post("/api/posts", { data: { title: "One" } })],
    [404, "NotFoundError", await blog.editor.get(UNKNOWN)],
    [404, "NotFoundError", await blog.editor.put(UNKNOWN, { data: {} })],
    [404, "NotFoundError", await blog.editor.delete(UNKNOWN)],
    [404, "NotFoundError", await blog.editor.get("/api/nope")],
    [404, "NotFoundError", await blog.editor.get("/nope")],
    [405, "MethodNotAllowedError", await blog.editor.delete("/api/posts")],
    [413, "PayloadTooLargeError", await blog.editor.post("/api/posts", { data: { title: "x".repeat(2_000_000) } })],
  ];

  describe("Error response body shape", () => {
    it("data is always null, and error holds status, name, message and details", async () => {
      for (const [, , reply] of await everyError()) {
        expect(Object.keys(reply.body).sort()).toEqual(["data", "error"]);
        expect(reply.body.data).toBeNull();
        expect(Object.keys(reply.error).sort()).toEqual(["details", "message", "name", "status"]);
      }
    });

    it("error.status is the HTTP status", async () => {
      for (const [status, , reply] of await everyError()) {
        expect([reply.status, reply.error.status], reply.text).toEqual([status, status]);
      }
    });

    it("error.name is the error kind", async () => {
      for (const [, name, reply] of await everyError()) expect(reply.error.name, reply.text).toBe(name);
    });

    it("error.name is NotFoundError and error.message Not Found for 404", async () => {
      expect((await blog.editor.get(UNKNOWN)).error).toEqual({
        status: 404,
        name: "NotFoundError",
        message: "Not Found",
        details: {},
      });
    });

    it("error.message is human-readable text", async () => {
      for (const [, , reply] of await everyError()) expect(reply.error.message).toMatch(/\w{3,}/);
    });

    it("error.details is an object, which may be empty", async () => {
      for (const [, , reply] of await everyError()) expect(reply.error.details, reply.text).toBeInstanceOf(Object);
    });

    it("error.details of a validation error name every fault with its path", async () => {
      const refused = await blog.editor.post("/api/posts", { data: { title: 5, views: "many", featured: "yes" } });
      expect(refused.error).toMatchObject({ name: "ValidationError", message: "3 errors occurred" });
      const { errors } = refused.error.details as { errors: { path: string[]; message: string; name: string }[] };
      expect(errors.map(({ path }) => path)).toEqual([["title"], ["featured"], ["views"]]);
      for (const { message, name } of errors) expect([typeof message, name]).toEqual(["string", "ValidationError"]);
    });

    it("is JSON", async () => {
      for (const [, , reply] of await everyError()) {
        expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
      }
    });
  });

  describe("Status codes", () => {
    it("200: success", async () => {
      expect((await blog.visitor.get("/api/posts")).status).toBe(200);
    });

    it("201: created", async () => {
      expect((await blog.editor.post("/api/posts", { data: { title: "One" } })).status).toBe(201);
    });

    it("400: bad request (validation error)", async () => {
      expect((await blog.editor.post("/api/posts", { data: { title: 5 } })).status).toBe(400);
      expect((await blog.visitor.get("/api/posts?sort=nope")).status).toBe(400);
    });

    it("401: missing or invalid token", async () => {
      expect((await blog.visitor.post("/api/posts", { data: { title: "One" } })).status).toBe(401);
      expect((await blog.stranger.post("/api/posts", { data: { title: "One" } })).status).toBe(401);
    });

    it("403: insufficient permissions for the action", async () => {
      expect((await blog.reader.post("/api/posts", { data: { title: "One" } })).status).toBe(403);
    });

    it("401 and 403 come before every look at the query, the body's keys or the document", async () => {
      expect((await blog.visitor.put(`${UNKNOWN}?populate=nope`, { data: { nope: 1 } })).status).toBe(401);
      expect((await blog.reader.put(`${UNKNOWN}?populate=nope`, { data: { nope: 1 } })).status).toBe(403);
    });

    it("404: not found", async () => {
      expect((await blog.visitor.get(UNKNOWN)).status).toBe(404);
      expect((await blog.visitor.get("/api/nope")).status).toBe(404);
    });

    it("405, which the contract leaves open: a wrong method on a known path, with the right ones in Allow", async () => {
      const refused = await blog.editor.request("PATCH", "/api/posts", { data: {} });
      expect(refused.status).toBe(405);
      expect(refused.headers.get("allow")?.split(", ").sort()).toEqual(["GET", "HEAD", "POST"]);
    });

    it("500: internal server error, with nothing applied and its text hidden", async () => {
      const logger = new MemoryLog();
      await blog.close();
      blog = await openBlog({ logger });
      vi.spyOn(blog.galley.store, "write").mockRejectedValueOnce(new Error("a fault of ours"));
      const failed = await blog.editor.post("/api/posts", { data: { title: "One" } });
      expect(failed.status).toBe(500);
      expect(failed.body).toEqual({
        data: null,
        error: { status: 500, name: "InternalServerError", message: "Internal Server Error", details: {} },
      });
      expect(logger.faults).toEqual(["a fault of ours"]);
      expect((await blog.editor.get("/api/posts?status=draft")).entries).toEqual([]);
    });

    it("503 for a write that the storage refuses, likewise", async () => {
      await blog.close();
      const logger = new MemoryLog();
      blog = await openBlog({ storage: failingStorage("the disk is on fire"), logger });
      const failed = await blog.editor.post("/api/posts", { data: { title: "One" } });
      expect(failed.status).toBe(503);
      expect(failed.text).not.toContain("fire");
      expect(logger.faults).toEqual(["The write could not be stored: the disk is on fire"]);
      expect((await blog.editor.get("/api/posts?status=draft")).entries).toEqual([]);
    });
  });
});
