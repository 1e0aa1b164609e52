import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../transport/galley.ts";
import { BLOG } from "../support/blog.ts";

/** One request for each service, for its good answers and its errors. */
const ASKED: readonly [what: string, path: string, status: number, method?: string][] = [
  ["a list", "/api/posts", 200],
  ["no content", "/api/nosuch", 404],
  ["a write without credentials", "/api/posts", 401, "POST"],
  ["a fault on purpose", "/api/tags", 500],
  ["todos", "/todos", 200],
  ["no todo", "/todos/99", 404],
  ["GraphQL", "/graphql?query={__typename}", 200],
  ["a GraphQL error", "/graphql?query={", 400],
  ["files without credentials", "/api/upload/files", 401],
  ["no file", "/uploads/nosuch.png", 404],
  ["health", "/_health", 200],
  ["metrics", "/_metrics", 200],
  ["control without credentials", "/__galley/forks", 401],
];

describe.each(["node", "uws"] as const)("over %s", (listener) => {
  let galley: Galley;
  let url: string;
  beforeAll(async () => {
    galley = await createGalley({
      schema: BLOG,
      roles: { public: { post: ["find"], tag: ["find"] } },
      graphql: true,
      metrics: true,
      control: { token: "control" },
      cors: ["https://a.example"],
    });
    galley.faults.add({ match: { path: "/api/tags" }, status: 500 });
    ({ url } = await galley.listen({ port: 0, listener }));
  });
  afterAll(() => galley.close());

  it.each(ASKED)("%s has the headers that protect, and no banner", async (...asked) => {
    const [, path, status, method = "GET"] = asked;
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { origin: "https://a.example", "apollo-require-preflight": "1" },
    });
    const { headers } = answer;
    expect(answer.status).toBe(status);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    for (const banner of ["server", "x-powered-by", "uwebsockets"]) expect(headers.has(banner)).toBe(false);
    expect([headers.get("vary"), headers.get("access-control-allow-origin")]).not.toContain("null");
    if (headers.get("access-control-allow-credentials") === "true") {
      expect(headers.get("access-control-allow-origin")).toBe("https://a.example");
      expect(headers.get("vary")).toMatch(/origin/i);
    }
  });
});
