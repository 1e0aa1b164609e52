import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenBlog, openBlog } from "../../support/servers/open-blog.ts";

let blog: OpenBlog;
beforeAll(async () => {
  blog = await openBlog();
});
afterAll(() => blog.close());

it("Events are not part of the contract: no endpoint offers them", async () => {
  for (const path of ["/api/events", "/api/webhooks"]) expect((await blog.editor.get(path)).status).toBe(404);
});
