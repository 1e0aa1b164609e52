import { expect, it } from "vitest";
import { openedForAll } from "../../support/run/opened.ts";
import { openBlog } from "../../support/servers/open-blog.ts";

const blog = openedForAll(openBlog);

it("Events are not part of the contract: no endpoint offers them", async () => {
  for (const path of ["/api/events", "/api/webhooks"]) expect((await blog.editor.get(path)).status).toBe(404);
});
