import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../transport/galley.ts";
import { BLOG } from "../support/content/blog.ts";
import type { Start, Started } from "./http.suite.ts";

const SECRET = "token-of-the-editor";
const EDITOR = { authorization: `Bearer ${SECRET}` };

/** Reads that are asked for on condition, behind an adapter (RFC 9110, §13). */
export function conditionalSuite(adapter: string, start: Start): void {
  describe(`conditional reads over ${adapter}`, () => {
    let galley: Galley;
    let started: Started;
    let post: string;
    beforeAll(async () => {
      galley = await createGalley({
        schema: BLOG,
        roles: { public: { post: ["find", "findOne"] } },
        tokens: [{ name: "editor", token: SECRET, access: "full-access" }],
      });
      started = await start(galley.handler, () => 10_000);
      const { documentId } = await galley.documents("api::post.post").create({
        data: { title: "One", author: null },
        status: "published",
      });
      post = `/api/posts/${documentId}`;
    });
    afterAll(async () => {
      await started.close();
      await galley.close();
    });

    const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
      started.fetch(path, { method, headers });
    const tagOf = async (path: string, headers?: Record<string, string>): Promise<string> =>
      (await get(path, headers)).headers.get("etag") ?? "none";

    it.each(["GET", "HEAD"])("%s has the same weak tag whether it is read or remembered", async (method) => {
      for (const path of ["/api/posts", post]) {
        const tags = [await get(path, {}, method), await get(path, {}, method)].map(({ headers }) =>
          headers.get("etag"),
        );
        expect(tags[0]).toMatch(/^W\/"[\w-]{22}"$/);
        expect(tags[1]).toBe(tags[0]);
      }
    });

    it.each(["GET", "HEAD"])("%s of what the client has answers 304 and no body", async (method) => {
      const whole = await get(post);
      const tag = whole.headers.get("etag") ?? "none";
      const answer = await get(post, { "if-none-match": tag }, method);
      expect([answer.status, await answer.text(), answer.headers.get("content-type")]).toEqual([304, "", null]);
      expect(answer.headers.get("etag")).toBe(tag);
      expect(answer.headers.get("vary")).toBe(whole.headers.get("vary"));
      expect(await get(post).then(({ status }) => status)).toBe(200);
    });

    it("accepts a list of tags, strong ones as weak ones, and any", async () => {
      const tag = await tagOf(post);
      const strong = tag.slice(2);
      for (const named of [`"a,b", ${tag}`, `W/"x",${strong} , "y"`, strong, "*"]) {
        expect((await get(post, { "if-none-match": named })).status, named).toBe(304);
      }
      for (const named of ['"a"', tag.slice(0, -1), strong.replaceAll('"', ""), "W/*", ","]) {
        expect((await get(post, { "if-none-match": named })).status, named).toBe(200);
      }
    });

    it("gives another tag when the answer has changed, and the same when something else has", async () => {
      const posts = galley.documents("api::post.post");
      const { documentId } = await posts.create({ data: { title: "Two" }, status: "published" });
      const path = `/api/posts/${documentId}`;
      const before = await tagOf(path);
      await posts.create({ data: { title: "A draft that visitors do not see" } });
      expect(await tagOf(path)).toBe(before);
      await posts.update({ documentId: String(documentId), data: { title: "Two and a half" }, status: "published" });
      const after = await get(path, { "if-none-match": before });
      expect(after.status).toBe(200);
      expect(after.headers.get("etag")).not.toBe(before);
    });

    it("compares with the tag of the caller's own answer, and tells caches that callers differ", async () => {
      const path = "/api/posts?populate=author";
      const tags = { editor: await tagOf(path, EDITOR), visitor: await tagOf(path) };
      expect(tags.editor).not.toBe(tags.visitor);
      expect((await get(path, { ...EDITOR, "if-none-match": tags.editor })).status).toBe(304);
      expect((await get(path, { ...EDITOR, "if-none-match": tags.visitor })).status).toBe(200);
      expect((await get(path, { "if-none-match": tags.editor })).status).toBe(200);
      expect((await get(path, { "if-none-match": tags.visitor })).headers.get("vary")).toBe("Origin, Authorization");
    });

    it.each([
      ["/api/authors", {}, 401],
      ["/api/posts", { authorization: "Bearer nobody" }, 401],
      ["/api/posts/zzzzzzzzzzzzzzzzzzzzzzzz", {}, 404],
      ["/api/posts?filters[nope]=1", {}, 400],
    ])("refuses as ever, whatever the client has: %s", async (path, headers, status) => {
      const answer = await get(path, { ...headers, "if-none-match": "*" });
      expect([answer.status, answer.headers.get("etag")]).toEqual([status, null]);
    });

    it("neither tags the answer of a write nor accepts a condition for it", async () => {
      const answer = await started.fetch("/api/posts", {
        method: "POST",
        headers: { ...EDITOR, "content-type": "application/json", "if-none-match": "*" },
        body: '{"data":{"title":"Three"}}',
      });
      expect([answer.status, answer.headers.get("etag")]).toEqual([201, null]);
    });
  });
}
