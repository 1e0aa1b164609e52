import { describe, expect, it } from "vitest";
import { openedForAll } from "../../../../support/run/opened.ts";
import { openBlog } from "../../../../support/servers/open-blog.ts";

const TOKEN = "token-of-the-editor";

describe("credentials (SECURITY.md, Tokens)", () => {
  const blog = openedForAll(openBlog);

  /** Drafts are for callers with credentials. */
  const statusOf = async (query: string, headers: Record<string, string>) =>
    (await blog.visitor.request("GET", `/api/posts?status=draft${query}`, undefined, headers)).status;

  it("are read from the Authorization header", async () => {
    expect(await statusOf("", { authorization: `Bearer ${TOKEN}` })).toBe(200);
  });

  it.each([
    ["", { cookie: `token=${TOKEN}; jwt=${TOKEN}; Authorization=Bearer ${TOKEN}` }],
    ["", { "x-api-key": TOKEN, "api-key": TOKEN, "x-access-token": TOKEN }],
    ["", { "proxy-authorization": `Bearer ${TOKEN}`, "x-forwarded-authorization": `Bearer ${TOKEN}` }],
    [`&access_token=${TOKEN}&token=${TOKEN}&jwt=${TOKEN}&authorization=Bearer%20${TOKEN}`, {}],
  ])("are read from nowhere else: %j %j", async (query, headers) => {
    expect(await statusOf(query, headers)).toBe(401);
  });
});
