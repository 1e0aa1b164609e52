import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { BLOG } from "../../support/content/blog.ts";
import { talk } from "../../support/requests/raw-socket.ts";

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

const UNREADABLE: readonly [what: string, request: string, status: number][] = [
  ["two lengths", "POST /todos HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", 400],
  ["a broken chunk", "POST /todos HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n", 400],
  ["no host", "GET /todos HTTP/1.1\r\n\r\n", 400],
  ["no HTTP", "hello\r\n\r\n", 400],
  ["a head that is too long", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431],
];

describe.each(["node", "uws"] as const)("over %s", (listener) => {
  let galley: Galley;
  let url: string;
  beforeAll(async () => {
    galley = await createGalley({
      schema: BLOG,
      todo: true,
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

  /** Input that never becomes a request. */
  const refused: readonly [what: string, request: string, status: number][] = [
    ["a path that is too long", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ["a coding nobody knows", "POST /todos HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: zip\r\n\r\n", 400],
    // uWebSockets.js refuses these by itself, with a page of its own.
    ...(listener === "uws" ? [] : UNREADABLE),
  ];

  it.each(refused)("%s is refused with them too, and with an error as others are", async (_what, request, status) => {
    const { text } = await talk(Number(new URL(url).port), [request], 1000);
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(head).not.toMatch(/^(?:server|x-powered-by|uwebsockets):/im);
    expect(JSON.parse(body)).toMatchObject({ data: null, error: { status, details: {} } });
  });
});
