import { Validator } from "@seriousme/openapi-schema-validator";
import { HttpResponse, passthrough as mswPassthrough } from "msw";
import { describe, expect, it } from "vitest";
import {
  ApplicationError,
  ForbiddenError,
  type Galley,
  passthrough,
  type RouteConfig,
} from "../../../../transport/galley.ts";
import { contractOf } from "../../../../transport/testing/contract/contract.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { openGalley } from "../../../support/servers/open-galley.ts";

const SCHEMA = schemaOf({
  post: { dp: false, attributes: { title: { type: "string" }, views: { type: "integer" } } },
});

const start = (options: object = {}): Promise<Galley> =>
  openGalley({
    schema: SCHEMA,
    roles: { editor: {} },
    tokens: [
      { name: "full", token: "full-access-token", access: "full-access" },
      { name: "reader", token: "reader-token", access: "read-only" },
      { name: "editor", token: "editor-token", role: "editor" },
    ],
    seed: { post: [1, 2, 3].map((views) => ({ title: `Post ${views}`, views })) },
    ...options,
  });

async function ask(galley: Galley, target: string, { token, ...init }: RequestInit & { token?: string } = {}) {
  const [method = "GET", path = ""] = target.split(" ");
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...init.headers };
  const response = await galley.fetch(path, { ...init, method, headers });
  const text = await response.text();
  const type = response.headers.get("content-type") ?? "";
  return { status: response.status, headers: response.headers, body: type.includes("json") ? JSON.parse(text) : text };
}

async function validated(document: object): Promise<unknown> {
  return (await new Validator().validate(JSON.parse(JSON.stringify(document)))).errors;
}

const JSON_BODY = { headers: { "content-type": "application/json" } };

describe("the OpenAPI document", () => {
  const popular: RouteConfig = {
    method: "GET",
    path: "/posts/popular",
    type: "post",
    action: "popular",
    schema: { summary: "The most read posts", query: { n: { type: "integer" } }, response: { type: "array" } },
    handle: () => [],
  };

  it("has the routes of the configuration, of setup and of tests, for those who may call them", async () => {
    const galley = await start({
      roles: { public: { post: ["find"] }, editor: { post: ["popular"] } },
      routes: [
        popular,
        { method: "PATCH", path: "/posts/:id", auth: false, handle: () => ({}) },
        { method: "POST", path: "//jobs/:job-name", handle: () => ({}) },
      ],
      setup: (own: Galley) => void own.route("GET /posts", () => passthrough()),
    });
    const all = await galley.openapi();
    expect(await validated(all)).toBeUndefined();
    expect(all.paths["/api/posts/popular"]?.get).toMatchObject({
      operationId: "popularPost",
      tags: ["Post"],
      summary: "The most read posts",
      parameters: [{ name: "n", in: "query", schema: { type: "integer" } }],
      responses: { 200: { content: { "application/json": { schema: { type: "array" } } } }, 401: {} },
    });
    expect(all.paths["/api/posts/popular"]?.head?.operationId).toBe("headPopularPost");
    expect(all.paths["/api/posts/{documentId}"]).toMatchObject({
      get: { operationId: "findOnePost" },
      patch: { operationId: "patchApiPostsId", security: [], responses: { default: {} } },
    });
    expect(all.paths["/jobs/{job-name}"]?.post?.tags).toEqual(["Custom"]);
    expect(all.paths["/api/posts"]?.get?.operationId).toBe("findAllPost");
    const visitors = await galley.openapi({ as: "public" });
    expect(Object.keys(visitors.paths)).toEqual(["/api/posts", "/uploads/{name}", "/api/posts/{id}"]);
    expect(visitors.paths["/api/posts/{id}"]?.parameters).toMatchObject([{ name: "id", schema: { type: "string" } }]);
    expect(Object.keys((await galley.openapi({ as: "role editor" })).paths)).toContain("/api/posts/popular");
  });

  it("names operations once, and describes a route in place of a built-in one by its schema", async () => {
    const schema = { summary: "Mine" };
    const galley = await start({
      routes: [
        { method: "GET", path: "/posts", auth: false, schema, handle: () => [] },
        { method: "POST", path: "/posts/new", type: "post", action: "create", handle: () => [] },
      ],
    });
    const { paths } = await galley.openapi();
    expect(paths["/api/posts"]?.get).toMatchObject({ operationId: "getApiPosts", summary: "Mine" });
    expect(paths["/api/posts/new"]?.post?.operationId).toBe("createPost2");
  });

  it("follows routes that are added, removed and reset", async () => {
    const galley = await start();
    const served = async () => Object.keys((await ask(galley, "GET /api/openapi.json")).body.paths);
    const before = await served();
    const remove = galley.route("GET /weather", () => ({}));
    expect(await served()).toEqual([...before, "/api/weather"]);
    remove();
    expect(await served()).toEqual(before);
    galley.route("GET /weather", () => ({}));
    await galley.reset();
    expect(await served()).toEqual(before);
  });

  it("is what contract tests compare with", async () => {
    const galley = await start({ routes: [popular] });
    galley.route("POST /anything", { schema: { body: { type: "object", required: ["a"] } } }, () => "text");
    const contract = await contractOf(galley);
    const fetch = contract.watch(galley.fetch);
    const headers = { authorization: "Bearer full-access-token" };
    await fetch("/api/posts/popular?n=3", { headers });
    await fetch("/api/anything?b[c]=1", { ...JSON_BODY, method: "POST", body: '{"a":1}' });
    expect(contract.violations).toEqual([]);
    await fetch("/api/posts/popular?n=x&m=1", { headers });
    await fetch("/api/anything", { ...JSON_BODY, method: "POST", body: "{}" });
    expect(contract.violations.map(({ at }) => at)).toEqual(["query/m", "query/n", "body"]);
  });
});

describe("routes of the configuration", () => {
  it("answers behind a delay, a latency and a spoilt answer too", async () => {
    const galley = await start({ latency: "1ms" });
    galley.route("GET /posts/popular", () => ({ own: true }));
    for (const fault of [null, { delay: 1 }, { drip: { chunks: 2, over: 1 } }]) {
      if (fault !== null) galley.faults.add({ match: { path: "/api/posts/popular" }, ...fault });
      expect(await (await galley.fetch("/api/posts/popular")).json()).toEqual({ own: true });
    }
  });

  const routes: readonly RouteConfig[] = [
    {
      method: "GET",
      path: "/posts/popular",
      type: "post",
      action: "popular",
      handle: ({ documents, query }) =>
        documents("api::post.post").findMany({ sort: "views:desc", limit: Number(query.n ?? 2) }),
    },
    {
      method: "POST",
      path: "/posts/:id/like",
      auth: false,
      handle: ({ params, body, caller, query }) => ({ params, body, caller, query }),
    },
    { method: "GET", path: "//robots.txt", auth: false, handle: () => "User-agent: *" },
    { method: "GET", path: "/secrets", handle: () => ({ secret: true }) },
    { method: "POST", path: "/cart", action: "shop", handle: ({ caller }) => caller },
    { method: "GET", path: "/nothing", auth: false, handle: () => {} },
    { method: "GET", path: "/refused", auth: false, policies: [() => undefined, () => false], handle: () => "no" },
  ];
  const roles = { public: { post: ["find", "findOne", "popular"] }, editor: { "*": ["find"], custom: ["shop"] } };

  it("answer before the built-in ones, by the table of roles", async () => {
    const galley = await start({ routes, roles });
    const { status, body } = await ask(galley, "GET /api/posts/popular?n=1");
    expect([status, body.map(({ title }: { title: string }) => title)]).toEqual([200, ["Post 3"]]);
    expect((await ask(galley, "GET /api/posts/popular", { token: "editor-token" })).status).toBe(403);
    expect((await ask(galley, "GET /api/posts/popular", { token: "full-access-token" })).body).toHaveLength(2);
    expect((await ask(galley, "GET /api/secrets")).status).toBe(401);
    expect((await ask(galley, "GET /api/secrets", { token: "reader-token" })).status).toBe(403);
    expect((await ask(galley, "GET /api/secrets", { token: "full-access-token" })).body).toEqual({ secret: true });
    expect((await ask(galley, "POST /api/cart", { token: "editor-token" })).body).toEqual({
      kind: "token",
      name: "editor",
    });
    expect((await ask(galley, "POST /api/cart", { token: "reader-token" })).status).toBe(403);
    expect((await ask(galley, "GET /api/posts")).body.data).toHaveLength(3);
    expect((await ask(galley, "DELETE /api/posts/popular", { token: "full-access-token" })).status).toBe(404);
  });

  it("get the parameters of path, query and body, and who calls", async () => {
    const galley = await start({ routes, roles });
    const init = { ...JSON_BODY, body: '{"a":[1]}' };
    const { body } = await ask(galley, "POST /api/posts/x%20y/like?deep[a]=1", init);
    expect(body).toEqual({
      params: { id: "x y" },
      body: { a: [1] },
      query: { deep: { a: "1" } },
      caller: { kind: "public" },
    });
    const wrong = await ask(galley, "POST /api/posts/1/like", { ...JSON_BODY, body: "{" });
    expect([wrong.status, wrong.body.error.name]).toEqual([400, "SyntaxError"]);
    // A route for everyone is not refused for credentials that nobody asked for.
    expect((await ask(galley, "POST /api/posts/1/like", { ...init, token: "nobody" })).status).toBe(200);
  });

  it("answer texts, nothing, and refusals of policies", async () => {
    const galley = await start({ routes, roles });
    const robots = await ask(galley, "GET /robots.txt");
    expect([robots.body, robots.headers.get("content-type")]).toEqual(["User-agent: *", "text/plain; charset=utf-8"]);
    expect((await ask(galley, "HEAD /robots.txt")).headers.get("content-length")).toBe("13");
    expect((await ask(galley, "GET /api/nothing")).status).toBe(404);
    const refused = await ask(galley, "GET /api/refused");
    expect([refused.status, refused.body.error.name, refused.body.error.message]).toEqual([
      403,
      "PolicyError",
      "Policy Failed",
    ]);
  });

  it("are in the list of routes, in preflights and in OPTIONS, with tags of their answers", async () => {
    const galley = await start({ routes, roles });
    const listed = galley.routes().filter(({ path }) => path === "/api/posts/popular" || path === "/api/secrets");
    expect(listed.map(({ method, path, callers }) => [method, path, callers])).toEqual([
      ["GET", "/api/posts/popular", ["public", "token full"]],
      ["GET", "/api/secrets", ["token full"]],
    ]);
    const preflight = { headers: { origin: "https://a.example", "access-control-request-method": "POST" } };
    const allowed = await ask(galley, "OPTIONS /api/posts/1/like", preflight);
    expect([allowed.status, allowed.headers.get("access-control-allow-methods")]).toEqual([204, "POST"]);
    expect((await ask(galley, "OPTIONS /api/posts/popular")).headers.get("allow")).toBe("HEAD, GET, PUT, DELETE");
    const etag = (await ask(galley, "GET /api/posts/popular")).headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    const again = await ask(galley, "GET /api/posts/popular", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });

  it("are refused with their paths, and used once where declared twice", async () => {
    const warned: string[] = [];
    const logger = { info: () => {}, warn: (_: object, text: string) => warned.push(text), error: () => {} };
    const twice = [0, 0].map((_, at) => ({ method: "GET", path: "/posts/:id/x", auth: false, handle: () => ({ at }) }));
    const galley = await start({ routes: twice, logger });
    expect(warned).toContain("GET /posts/:id/x is declared twice (routes.0, routes.1): the first is used");
    expect((await ask(galley, "GET /api/posts/1/x")).body).toEqual({ at: 0 });
    const faulty = [{ method: "GET", path: "/x", type: "pots", action: "look", handle: () => {} }];
    await expect(start({ routes: faulty })).rejects.toThrow(/routes\.0\.type: there is no content type "pots"/);
    await expect(start({ routes: [{ method: "FETCH", path: "x", handel: 1 }] })).rejects.toThrow(
      /routes\.0\.method[\s\S]*routes\.0\.path[\s\S]*routes\.0\.handel/,
    );
    await expect(start({ routes, roles: { public: { post: ["populer"] } } })).rejects.toThrow(
      /roles\.public\.post\.0: there is no action "populer"/,
    );
  });
});

describe("routes of a program", () => {
  it("answer everyone, the newest first, and hand on what they do not answer", async () => {
    const galley = await start({ open: true });
    galley.route("GET /posts", () => ({ data: "older" }));
    const off = galley.route("GET /api/posts", ({ query }) => (query.pass ? passthrough() : { data: "newer" }));
    expect((await ask(galley, "GET /api/posts")).body).toEqual({ data: "newer" });
    expect((await ask(galley, "GET /api/posts?pass=1")).body).toEqual({ data: "older" });
    off();
    off();
    expect((await ask(galley, "GET /api/posts")).body).toEqual({ data: "older" });
    await galley.reset();
    expect((await ask(galley, "GET /api/posts")).body.data).toHaveLength(3);
    galley.route("POST /posts", () => passthrough());
    expect((await ask(galley, "POST /api/posts", { ...JSON_BODY, body: "{}" })).status).toBe(401);
  });

  it("answer once, and stay after reset where setup has added them", async () => {
    const galley = await start({
      open: true,
      setup: (own: Galley) => void own.route("GET /hello", () => ({ hello: true })),
    });
    galley.route("GET /hello", { once: true }, () => ({ hello: "once" }));
    const hellos = [];
    for (let time = 0; time < 3; time += 1) hellos.push((await ask(galley, "GET /api/hello")).body.hello);
    await galley.reset();
    hellos.push((await ask(galley, "GET /api/hello")).body.hello);
    expect(hellos).toEqual(["once", true, true, true]);
  });

  it("are a fork's from before the fork, and its own afterwards", async () => {
    const galley = await start();
    galley.route("GET /hello", () => "base");
    const fork = galley.fork();
    fork.route("GET /hello", () => "fork");
    fork.route("GET /own", ({ documents }) => documents("api::post.post").count());
    await fork.documents("api::post.post").create({ data: { title: "of the fork" } });
    expect((await ask(galley, "GET /api/hello")).body).toBe("base");
    expect((await ask(fork, "GET /api/hello")).body).toBe("fork");
    expect((await ask(fork, "GET /api/own")).body).toBe(4);
    expect((await ask(galley, "GET /api/own")).status).toBe(404);
    await fork.reset();
    expect((await ask(fork, "GET /api/own")).status).toBe(404);
  });

  it("answer with Responses of fetch and of MSW, headers and bytes as they are", async () => {
    const galley = await start({ open: true });
    galley.route(
      "GET /plain",
      () => new Response(new Uint8Array([0, 255]), { status: 418, headers: { "x-own": "1" } }),
    );
    const plain = await galley.fetch("/api/plain");
    expect([plain.status, plain.headers.get("x-own"), [...new Uint8Array(await plain.arrayBuffer())]]).toEqual([
      418,
      "1",
      [0, 255],
    ]);
    galley.route("GET /msw", () => HttpResponse.json({ a: 1 }, { status: 202, headers: { "set-cookie": "a=1" } }));
    const msw = await ask(galley, "GET /api/msw");
    expect([msw.status, msw.body, msw.headers.getSetCookie()]).toEqual([202, { a: 1 }, ["a=1"]]);
    galley.route("GET /posts", () => mswPassthrough());
    expect((await ask(galley, "GET /api/posts")).body.data).toHaveLength(3);
    galley.route("GET /gone", () => Response.error());
    await expect(galley.fetch("/api/gone")).rejects.toThrow("fetch failed");
    galley.route("GET /thrown", () => {
      throw HttpResponse.text("thrown", { status: 409 });
    });
    expect(await ask(galley, "GET /api/thrown")).toMatchObject({ status: 409, body: "thrown" });
    galley.route("POST /echo", async ({ request }) => ({ url: request.url, got: await request.json() }));
    const echo = await ask(galley, "POST /api/echo?a=1", { ...JSON_BODY, body: '{"b":2}' });
    expect(echo.body).toEqual({ url: "http://galley.test/api/echo?a=1", got: { b: 2 } });
  });

  it("take resolvers of MSW: cookies, generators, thrown answers", async () => {
    const galley = await start();
    galley.route("GET /cookies", ({ cookies }) => HttpResponse.json(cookies));
    galley.route("GET /steps", function* () {
      yield HttpResponse.json({ step: 1 });
      yield { step: 2 };
      return HttpResponse.json({ step: 3 });
    });
    galley.route("GET /later", async function* () {
      yield HttpResponse.json({ step: 1 });
    });
    const cookie = "sid=1; two=two%20words; odd=100%";
    expect((await ask(galley, "GET /api/cookies", { headers: { cookie } })).body).toEqual({
      sid: "1",
      two: "two words",
      odd: "100%",
    });
    const steps = async (path: string) => [
      (await ask(galley, path)).body.step,
      (await ask(galley, path)).body.step,
      (await ask(galley, path)).body.step,
      (await ask(galley, path)).body.step,
    ];
    expect(await steps("GET /api/steps")).toEqual([1, 2, 3, 3]);
    expect(await steps("GET /api/later")).toEqual([1, 1, 1, 1]);
    for (const path of ["/all/*", "/all/:path*", "/all/:id?", "/x/:id(a|b)"]) {
      expect(() => galley.route(`GET ${path}`, () => ({}))).toThrow(
        "path: may have names, as :id: other patterns are not read",
      );
    }
    await expect(start({ routes: [{ method: "GET", path: "/all/*", handle: () => 1 }] })).rejects.toThrow(
      "routes.0.path: may have names",
    );
  });

  it("are refused where an answer is larger than allowed", async () => {
    const galley = await start({ answerBytes: 1000 });
    const endless = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(100)) });
    for (const given of [
      "x".repeat(1001),
      { a: "x".repeat(1001) },
      new Response("x".repeat(1001)),
      new Response(endless),
    ]) {
      galley.route("GET /large", () => given);
      expect((await ask(galley, "GET /api/large")).status).toBe(400);
    }
  });

  it("are no longer read once their client has gone", async () => {
    const galley = await start();
    const { url } = await galley.listen({ port: 0 });
    const gone = new Promise((resolve) => {
      galley.route("GET /silent", () => new Response(new ReadableStream({ cancel: resolve })));
    });
    await expect(fetch(`${url}/api/silent`, { signal: AbortSignal.timeout(300) })).rejects.toThrow();
    await gone;
  });

  it.each(["uws", "node"] as const)("are faults where no answer can be like theirs, over %s", async (listener) => {
    const galley = await start();
    const { url } = await galley.listen({ port: 0, listener });
    const answerOf = (status: unknown, headers: Iterable<[string, string]> = []) => ({
      status,
      headers: Object.assign([...headers], { get: () => null, getSetCookie: () => [] }),
      arrayBuffer: async () => new ArrayBuffer(1),
    });
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const handles = [
      ...[99, 101, 1000, Number.NaN, "200"].map((status) => () => answerOf(status)),
      () => answerOf(200, [["x-a", "b\r\nset-cookie: c=d"]]),
      () => answerOf(200, [["x a", "b"]]),
      () => answerOf(200, [["x-a", "\u{1f600}"]]),
      () => Promise.reject(new ApplicationError("full", circular)),
      () => Promise.reject(new ApplicationError("full", { count: 1n })),
    ];
    for (const handle of handles) {
      galley.route("GET /odd", handle);
      expect((await fetch(`${url}/api/odd`)).status).toBe(500);
    }
  });

  it("refuse by Strapi's errors, and hide what nobody foresaw", async () => {
    for (const [profile, forbidden] of [
      ["contract", "not yours"],
      ["strapi", "Forbidden"],
    ] as const) {
      const galley = await start({ profile });
      const errors: [Error, number, string][] = [
        [new ApplicationError("full"), 400, "full"],
        [new ForbiddenError("not yours"), 403, forbidden],
        [new Error("password=1"), 500, "Internal Server Error"],
      ];
      for (const [error, status, message] of errors) {
        galley.route("GET /x", () => Promise.reject(error));
        const answer = await ask(galley, "GET /api/x");
        expect([answer.status, answer.body.error.message]).toEqual([status, message]);
      }
    }
  });

  it("are recorded, hit by faults, and seen by hooks as what they are", async () => {
    const galley = await start();
    const sources: string[] = [];
    galley.use(({ source, caller }, next) => {
      sources.push(`${source} ${caller.kind}`);
      return next();
    });
    galley.route("GET /count", ({ documents }) => documents("post").count());
    expect((await ask(galley, "GET /api/count", { token: "reader-token" })).body).toBe(3);
    expect(sources).toEqual(["route token"]);
    galley.faults.add({ match: { path: "/api/count" }, status: 503, times: 1 });
    expect((await ask(galley, "GET /api/count")).status).toBe(503);
    expect(galley.requests.all().map(({ path, status }) => [path, status])).toEqual([
      ["/api/count", 200],
      ["/api/count", 503],
    ]);
  });

  it("cannot take the place of control, and are refused with every fault", async () => {
    const galley = await start({ control: true });
    galley.route("GET //__galley/forks", () => "taken");
    expect((await ask(galley, "GET /__galley/forks", { token: "full-access-token" })).body).not.toBe("taken");
    expect(() => galley.route("FETCH posts", { onec: true } as never, 1 as never)).toThrow(
      /method: must be one of[\s\S]*path: must start with a slash[\s\S]*onec: is not a known key: did you mean once\?[\s\S]*handle: must be a function, after the options/,
    );
    expect(() => galley.route("GET /x", { type: "pots", action: "look" }, () => 1)).toThrow(/no content type "pots"/);
  });
});
