import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANSWER_BYTES } from "../../engine/internal.ts";
import { CONTRACT } from "../../transport/contract/profiles/profile.ts";
import { JSON_LIMITS } from "../../transport/http/json/json-limits.ts";
import { createPipeline } from "../../transport/http/pipeline.ts";
import { requestLog } from "../../transport/parts/operations/request-log.ts";
import { todoService } from "../../transport/parts/todo/todo-service.ts";
import { countedIds } from "../support/content/counted-ids.ts";
import { TodoMap } from "../support/content/todo-map.ts";
import { smallService } from "../support/requests/small-service.ts";
import { MemoryLog } from "../support/storage/memory-log.ts";
import type { Start, Started } from "./http.suite.ts";

const JSON_BODY = { "content-type": "application/json" };

/** The pipeline behind an adapter: what the two have to do together. */
export function pipelineSuite(adapter: string, start: Start): void {
  describe(`the pipeline over ${adapter}`, () => {
    let started: Started;
    const log = new MemoryLog();
    beforeAll(async () => {
      const services = [todoService(new TodoMap(), { json: JSON_LIMITS, answerBytes: ANSWER_BYTES })];
      const handler = createPipeline({
        services,
        fallback: smallService(CONTRACT),
        newRequestId: countedIds(),
        log,
        observers: [requestLog(log)],
      });
      started = await start(handler, () => 10_000);
    });
    afterAll(() => started.close());

    const todos = (path: string, method: string, body?: string) =>
      started.fetch(`/todos${path}`, { method, headers: JSON_BODY, ...(body !== undefined && { body }) });

    it("creates, reads, changes and removes a todo", async () => {
      const created = await todos("", "POST", '{"title":"Milk"}');
      const { id } = (await created.json()) as { id: number };
      expect(created.status).toBe(201);
      expect(await (await todos(`/${id}`, "PUT", '{"completed":true}')).json()).toMatchObject({ completed: true });
      expect(await (await todos(`/${id}`, "GET")).json()).toEqual({ id, title: "Milk", completed: true });
      const removed = await todos(`/${id}`, "DELETE");
      expect([removed.status, await removed.text()]).toEqual([204, ""]);
      expect((await todos(`/${id}`, "GET")).status).toBe(404);
    });

    it("answers HEAD as GET without the body", async () => {
      const got = await started.fetch("/api/posts/abc");
      const head = await started.fetch("/api/posts/abc", { method: "HEAD" });
      const shown = (response: Response) =>
        ["content-type", "content-length"].map((name) => response.headers.get(name));
      expect(shown(head)).toEqual(shown(got));
      expect(await head.text()).toBe("");
    });

    it("answers OPTIONS with the allowed methods", async () => {
      const options = await started.fetch("/api/posts", { method: "OPTIONS" });
      expect([options.status, options.headers.get("allow"), await options.text()]).toEqual([
        200,
        "HEAD, GET, POST",
        "",
      ]);
    });

    it.each([
      ["/api/posts", "PUT", undefined, 405, "MethodNotAllowedError"],
      ["/api/nope", "GET", undefined, 404, "NotFoundError"],
      ["/api/nope", "POST", "{}", 404, "NotFoundError"],
      ["/api/posts", "POST", "{", 400, "SyntaxError"],
      ["/api/posts", "POST", `{"title":"${"x".repeat(10_000)}"}`, 413, "PayloadTooLargeError"],
      ["/api/refused", "GET", undefined, 403, "ForbiddenError"],
      ["/api/broken", "GET", undefined, 500, "InternalServerError"],
      ["/api/broken-later", "GET", undefined, 500, "InternalServerError"],
    ])("answers errors in the service's shape: %s %s", async (path, method, body, status, name) => {
      const response = await started.fetch(path, { method, headers: JSON_BODY, ...(body !== undefined && { body }) });
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({
        data: null,
        error: { status, name, message: expect.any(String), details: {} },
      });
    });

    it.each([
      ["/1", "PATCH", undefined, 405],
      ["/1/2", "GET", undefined, 404],
      ["", "POST", "{", 400],
      ["", "POST", `{"title":"${"x".repeat(10_000)}"}`, 413],
    ])("answers errors of todos in theirs: %s %s", async (path, method, body, status) => {
      const response = await todos(path, method, body);
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({ error: expect.any(String) });
    });

    it("has the same headers on every answer", async () => {
      for (const path of ["/api/posts", "/api/nope", "/api/broken", "/todos", "/todos/999"]) {
        const { headers } = await started.fetch(path);
        expect(headers.get("x-content-type-options")).toBe("nosniff");
        expect(headers.get("content-security-policy")).toContain("default-src 'none'");
        expect(headers.get("x-request-id")).toMatch(/^[\w-]{8,40}$/);
        expect(headers.get("vary")).toBe("Origin");
        expect(headers.get("access-control-allow-origin")).toBeNull();
      }
    });

    it("logs every request under the id that its answer names", async () => {
      const response = await started.fetch("/api/posts?sort=title", { headers: { "x-request-id": "abc-123" } });
      expect(response.headers.get("x-request-id")).toBe("abc-123");
      expect(log.lines.find(({ fields }) => fields.id === "abc-123")).toMatchObject({
        level: "info",
        fields: { method: "GET", path: "/api/posts", query: "sort=title", status: 200, bytes: expect.any(Number) },
      });
    });
  });
}
