import { expect, it, onTestFinished, vi } from "vitest";
import { createGalley, type GalleyOptions } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";

async function open(options: Partial<GalleyOptions> = {}) {
  const hints: string[] = [];
  const warn = (fields: object, message: string) => {
    if (message !== "request") hints.push(message);
    expect(fields).toBeDefined();
  };
  const galley = await createGalley({
    schema: BLOG,
    tokens: [{ name: "desk", token: "desk", role: "desk" }],
    roles: { public: {}, desk: { tag: ["find"] } },
    logger: { info() {}, error() {}, warn },
    ...options,
  });
  onTestFinished(() => galley.close());
  const ask = async (path: string, init: RequestInit = {}) => {
    hints.length = 0;
    const { status } = await galley.fetch(path, init);
    return { status, hints: [...hints] };
  };
  return { galley, ask };
}

it.each([
  ["/posts", "GET /posts: /api/posts is meant"],
  ["/posts/abc", "GET /posts/abc: /api/posts/abc is meant"],
  ["/api/post", "GET /api/post: /api/posts is meant"],
  ["/api/post/abc", "GET /api/post/abc: /api/posts/abc is meant"],
  ["/post", "GET /post: /api/posts is meant"],
  ["/api/psots", "GET /api/psots: there is no content at /api/psots: did you mean posts?"],
  [
    "/graphql",
    'GET /graphql: nothing is served at /graphql; "graphql": true in the configuration, or --graphql, serves it',
  ],
  ["/admin", "GET /admin: nothing is served at /admin; Galley has no admin panel: Studio, at /_studio, edits content"],
  [
    "/admin/login",
    "GET /admin/login: nothing is served at /admin; Galley has no admin panel: Studio, at /_studio, edits content",
  ],
  [
    "/documentation",
    "GET /documentation: nothing is served at /documentation; the OpenAPI document is at /api/openapi.json",
  ],
  ["/todos", 'GET /todos: nothing is served at /todos; "todo": true in the configuration, or --todo, serves it'],
])("GET %s is 404, and the log says what was meant", async (path, hint) => {
  const { ask } = await open();
  expect(await ask(path)).toEqual({ status: 404, hints: [hint] });
});

it("says nothing of paths that mean nothing, and of entries that are not there", async () => {
  const { ask } = await open({ open: true });
  expect(await ask("/favicon.ico")).toEqual({ status: 404, hints: [] });
  expect(await ask("/api/posts/abc")).toEqual({ status: 404, hints: [] });
});

it("names the role that lacks a right, who has it, and --open", async () => {
  const { ask } = await open({ profile: "strapi", roles: { public: { author: ["find"] }, desk: { tag: ["find"] } } });
  const grant = (role: string, type: string, action: string) =>
    `"roles": { "${role}": { "${type}": ["${action}"] } } in the configuration grants it`;
  expect(await ask("/api/tags")).toEqual({
    status: 403,
    hints: [
      `GET /api/tags: the role public, which visitors have, may not find tag (role desk, token desk may); ${grant("public", "tag", "find")}, and --open lets everyone read`,
    ],
  });
  const headers = { authorization: "Bearer desk", "content-type": "application/json" };
  expect(await ask("/api/tags", { method: "POST", headers, body: '{"data":{"name":"red"}}' })).toEqual({
    status: 403,
    hints: [`POST /api/tags: the token desk may not create tag; ${grant("ROLE", "tag", "create")}`],
  });
});

it("names the origin that is not listed", async () => {
  const { ask } = await open({ open: true, cors: ["https://site.example"] });
  const from = (origin: string) => ask("/api/posts", { headers: { origin } });
  expect(await from("https://site.example")).toEqual({ status: 200, hints: [] });
  expect((await from("https://other.example")).hints).toEqual([
    'Pages of https://other.example may not read these answers: list the origin in the configuration, "cors": ["https://other.example"]',
  ]);
});

it("says each thing once", async () => {
  const { ask } = await open();
  expect((await ask("/posts")).hints).toHaveLength(1);
  expect((await ask("/posts")).hints).toEqual([]);
});

it("lists the routes for a thousand refusals at most", async () => {
  const { galley, ask } = await open();
  await ask("/posts");
  for (let at = 0; at < 1000; at++) await galley.fetch(`/nothing/${at}`);
  expect(await ask("/post")).toEqual({ status: 404, hints: [] });
});

it("says nothing in production", async () => {
  vi.stubEnv("NODE_ENV", "production");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const { ask } = await open();
  expect(await ask("/posts")).toEqual({ status: 404, hints: [] });
});
