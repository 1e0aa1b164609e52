import { expect, test } from "vitest";
import type { Galley } from "../../../../../transport/galley.ts";
import { withJson } from "../../../../support/requests/json.ts";
import { keptLog, runProject } from "../strapi-project.ts";

const CORE = (factory: string, options = "") => `
  const { factories } = require("@strapi/strapi");
  module.exports = factories.${factory}("api::post.post"${options === "" ? "" : `, ${options}`});`;

async function ask(galley: Pick<Galley, "fetch">, path: string, init: RequestInit = {}) {
  const response = await galley.fetch(path, init);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

function send(method: string, body: unknown): RequestInit {
  return withJson(method, body);
}

async function withPosts(files: { readonly [file: string]: unknown }, options = {}) {
  const galley = await runProject(files, { profile: "strapi", ...options });
  for (const title of ["a", "b", "c"]) {
    await galley.documents("api::post.post").create({ data: { title, secret: "s" }, status: "published" });
  }
  return galley;
}

test("a route of a file before the core router answers, one behind it is never reached", async () => {
  const kept = keptLog();
  const galley = await withPosts(
    {
      "src/api/post/routes/01-custom.js": `module.exports = { routes: [
        { method: "GET", path: "/posts/popular", handler: "post.popular", config: { auth: false } },
        { method: "GET", path: "/posts/text", handler: (ctx) => "plain", config: { auth: false } },
        { method: "GET", path: "/posts/none", handler: () => undefined, config: { auth: false } },
      ] };`,
      "src/api/post/routes/z-late.js": `module.exports = { routes: [
        { method: "GET", path: "/posts/late", handler: "post.popular", config: { auth: false } },
      ] };`,
      "src/api/post/controllers/post.js": CORE(
        "createCoreController",
        `({ strapi }) => ({
          async popular(ctx) {
            const count = await strapi.documents("api::post.post").count({});
            return { count, n: ctx.query.n, route: ctx.state.route.handler, auth: ctx.state.auth === undefined };
          },
        })`,
      ),
    },
    { logger: kept.log },
  );
  const popular = { count: 3, n: "2", route: "post.popular", auth: true };
  expect(await ask(galley, "/api/posts/popular?n=2")).toMatchObject({ status: 200, body: popular });
  expect(await ask(galley, "/api/posts/text")).toMatchObject({ status: 200, body: "plain" });
  expect((await ask(galley, "/api/posts/none")).status).toBe(404);
  expect((await ask(galley, "/api/posts/late")).status).toBe(404);
  expect(kept.lines).toContain(
    "warn GET /posts/late is never reached (src/api/post/routes/z-late.js): /posts/:id stands before it (src/api/post/routes/post.js)",
  );
  expect((await ask(galley, "/api/posts")).body.data).toHaveLength(3);
  const listed = galley.routes().filter(({ path }) => path.startsWith("/api/posts/p"));
  expect(listed).toMatchObject([{ method: "GET", path: "/api/posts/popular", everyone: true }]);
});

test("an action extends the usual one by super, with what it makes of the query, the body and the answer", async () => {
  const galley = await withPosts(
    {
      "src/api/post/controllers/post.ts": `
      import { factories } from "@strapi/strapi";
      export default factories.createCoreController("api::post.post", ({ strapi }) => ({
        async find(ctx) {
          ctx.query = { ...ctx.query, sort: "title:desc", pagination: { pageSize: 2 } };
          const { data, meta } = await super.find(ctx);
          return { data: data.map(({ title }) => title), meta: { ...meta, own: true } };
        },
        async findOne(ctx) {
          const found = await super.findOne(ctx);
          return found === null ? ctx.notFound("no such post", { id: ctx.params.id }) : found;
        },
        async create(ctx) {
          ctx.request.body.data.slug = "made";
          const made = await super.create(ctx);
          ctx.set("X-Made", made.data.slug);
          return made;
        },
      }));`,
    },
    { roles: { public: { post: ["find", "findOne", "create", "delete"] } } },
  );
  const list = await ask(galley, "/api/posts?sort=title");
  expect(list.body).toMatchObject({ data: ["c", "b"], meta: { own: true, pagination: { total: 3, pageSize: 2 } } });
  expect(await ask(galley, "/api/posts/nobody")).toMatchObject({
    status: 404,
    body: {
      data: null,
      error: { status: 404, name: "NotFoundError", message: "no such post", details: { id: "nobody" } },
    },
  });
  const made = await ask(galley, "/api/posts", send("POST", { data: { title: "d" } }));
  expect([made.status, made.body.data.slug, made.headers.get("x-made")]).toEqual([201, "made", "made"]);
  const { documentId } = made.body.data;
  expect((await ask(galley, `/api/posts/${documentId}`)).body.data).toMatchObject({ title: "d", slug: "made" });
  const refused = await ask(galley, "/api/posts", send("POST", { data: { title: 7 } }));
  expect([refused.status, refused.body.error.name]).toEqual([400, "ValidationError"]);
  expect((await ask(galley, `/api/posts/${documentId}`, { method: "DELETE" })).status).toBe(204);
});

test("a controller that asks its service sanitizes the query and the answer", async () => {
  const galley = await withPosts({
    "src/api/post/controllers/post.js": CORE(
      "createCoreController",
      `({ strapi }) => ({
        async find(ctx) {
          await this.validateQuery(ctx);
          const query = await this.sanitizeQuery(ctx);
          const { results, pagination } = await strapi.service("api::post.post").find(query);
          ctx.set("x-seen", String(results[0].secret));
          return this.transformResponse(await this.sanitizeOutput(results, ctx), { pagination });
        },
      })`,
    ),
  });
  const list = await ask(galley, "/api/posts?sort=title:desc&fields[0]=title&fields[1]=secret&pagination[limit]=1");
  expect(list.status).toBe(400);
  const sound = await ask(galley, "/api/posts?sort=title:desc&pagination[limit]=1&own=1");
  expect(sound.headers.get("x-seen")).toBe("s");
  expect(sound.body).toMatchObject({ data: [{ title: "c" }], meta: { pagination: { total: 3, limit: 1 } } });
  expect(sound.body.data[0]).not.toHaveProperty("secret");
});

test("a service with an action of its own is called by the usual controller", async () => {
  const galley = await withPosts({
    "src/api/post/services/post.js": CORE(
      "createCoreService",
      `() => ({ async find(query) {
        const { results, pagination } = await super.find(query);
        return { results: results.map((each) => ({ ...each, slug: "from the service" })), pagination };
      } })`,
    ),
  });
  const { body } = await ask(galley, "/api/posts?fields=title,slug&sort=title&pagination[pageSize]=1");
  expect(body).toMatchObject({ data: [{ title: "a", slug: "from the service" }], meta: { pagination: { total: 3 } } });
});

test("policies, then middlewares, then the action, as the configuration of a route names them", async () => {
  const galley = await withPosts({
    "src/policies/even.js": `module.exports = (ctx, config, { strapi }) =>
      ctx.is("koa") && Number(ctx.request.query.n) % config.by === 0 && strapi.contentType("api::post.post") !== undefined;`,
    "src/api/post/policies/own.js": `const { errors } = require("@strapi/utils");
      module.exports = (ctx) => { if (ctx.query.own) throw new errors.PolicyError("not this one", { own: true }); };`,
    "src/api/post/middlewares/mark.js": `module.exports = (config, { strapi }) => async (ctx, next) => {
      ctx.state.marks = [...(ctx.state.marks ?? []), config.as ?? "plain"];
      await next();
      ctx.set("X-Marks", ctx.state.marks.join());
      ctx.body = { ...ctx.body, marked: true };
    };`,
    "src/api/post/routes/00.js": `module.exports = { routes: [{
      method: "GET", path: "/posts/guarded", handler: "post.guarded", config: {
        auth: false,
        policies: [{ name: "global::even", config: { by: 2 } }, "own", (ctx) => undefined],
        middlewares: ["api::post.mark", { name: "api::post.mark", config: { as: "named" } }, (ctx, next) => next()],
      },
    }] };`,
    "src/api/post/controllers/post.js": CORE(
      "createCoreController",
      `{ guarded(ctx) { ctx.send({ marks: ctx.state.marks }); } }`,
    ),
  });
  const passed = await ask(galley, "/api/posts/guarded?n=2");
  expect(passed).toMatchObject({ status: 200, body: { marks: ["plain", "named"], marked: true } });
  expect(passed.headers.get("x-marks")).toBe("plain,named");
  const refused = { data: null, error: { status: 403, name: "PolicyError", message: "Policy Failed", details: {} } };
  expect(await ask(galley, "/api/posts/guarded?n=3")).toMatchObject({ status: 403, body: refused });
  const own = { status: 403, name: "PolicyError", message: "not this one", details: { own: true } };
  expect((await ask(galley, "/api/posts/guarded?n=2&own=1")).body.error).toEqual(own);
});

test("a core route keeps its compiled answer behind the middlewares that its configuration names", async () => {
  const galley = await withPosts({
    "src/api/post/middlewares/populate.js": `
      const populate = { tags: true, seo: { fields: ["metaTitle"] } };
      module.exports = () => async (ctx, next) => { ctx.query.populate = populate; await next(); };`,
    "src/api/post/routes/post.js": CORE(
      "createCoreRouter",
      `{ only: ["find", "findOne"], config: { find: { middlewares: ["api::post.populate"] } } }`,
    ),
  });
  const list = await ask(galley, "/api/posts?fields=title&sort=title");
  expect(list.body.data[0]).toMatchObject({ title: "a", tags: [], seo: null });
  const { documentId } = list.body.data[0];
  expect((await ask(galley, `/api/posts/${documentId}`)).body.data).not.toHaveProperty("tags");
  expect((await ask(galley, "/api/posts?populate=none")).body.data[0]).toHaveProperty("tags");
  // Actions that `only` leaves out are not there.
  const refused = await ask(galley, `/api/posts/${documentId}`, { method: "DELETE" });
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "HEAD, GET"]);
  expect((await ask(galley, "/api/posts", send("POST", { data: {} }))).status).toBe(405);
  expect((await ask(galley, "/api/tags")).status).toBe(200);
  const listed = galley.routes().filter(({ path }) => path.startsWith("/api/posts"));
  expect(listed.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/posts",
    "GET /api/posts/:documentId",
  ]);
  const { paths } = await galley.openapi();
  expect(Object.entries(paths).filter(([path]) => path.startsWith("/api/posts"))).toMatchObject([
    ["/api/posts", { get: {} }],
    ["/api/posts/{documentId}", { get: {} }],
  ]);
  expect(paths["/api/posts"]).not.toHaveProperty("post");
});

test("the rate limit of Strapi's plugin lets requests pass, and the log says so", async () => {
  const kept = keptLog();
  const galley = await withPosts(
    {
      "src/api/post/routes/01-own.js": `module.exports = { routes: [
        { method: "GET", path: "/limited", handler: () => "passed", config: {
          auth: false, middlewares: ["plugin::users-permissions.rateLimit"] } },
      ] };`,
    },
    { logger: kept.log },
  );
  expect((await ask(galley, "/api/limited")).body).toBe("passed");
  expect(kept.lines.filter((line) => line.includes("rateLimit has no effect"))).toHaveLength(1);
});

test("routes that are assigned to a core router have no effect", async () => {
  const galley = await withPosts({
    "src/api/post/routes/post.js": `
      const { createCoreRouter } = require("@strapi/strapi").factories;
      const router = createCoreRouter("api::post.post", { only: ["find"] });
      router.routes = [];
      module.exports = router;`,
  });
  expect((await ask(galley, "/api/posts")).body.data).toHaveLength(3);
});

test.each([
  ["strapi", 405, "HEAD, GET"],
  ["contract", 404, null],
] as const)("a core path without any route is no path, in profile %s", async (profile, status, allow) => {
  const galley = await runProject(
    {
      "src/api/post/routes/post.js": `module.exports = { routes: [{ method: "GET", path: "/news", handler: "post.find" }] };`,
      "src/api/site/routes/site.js": CORE("createCoreRouter", `{ only: ["update"] }`).replace("post.post", "site.site"),
    },
    { profile },
  );
  expect((await ask(galley, "/api/news")).status).toBe(200);
  for (const method of ["POST", "DELETE"]) {
    const path = method === "POST" ? "/api/posts" : "/api/posts/abc";
    const refused = await ask(galley, path, send(method, {}));
    expect([refused.status, refused.headers.get("allow")]).toEqual([status, allow]);
  }
  expect((await ask(galley, "/api/posts")).status).toBe(404);
  const single = await ask(galley, "/api/site", { method: "DELETE" });
  expect([single.status, single.headers.get("allow")]).toEqual([405, profile === "strapi" ? "HEAD, GET, PUT" : "PUT"]);
});

test("errors of code are answered as Strapi answers them, and none ends the server", async () => {
  const kept = keptLog();
  const galley = await withPosts(
    {
      "src/api/post/routes/00.js": `
        const { errors } = require("@strapi/utils");
        class Own extends errors.ApplicationError { constructor() { super("own", { own: 1 }); this.name = "OwnError"; } }
        const routes = {
          application: () => { throw new errors.ApplicationError("wrong", { a: 1 }); },
          own: () => { throw new Own(); },
          forbidden: () => { throw new errors.ForbiddenError("secret reason"); },
          rate: () => { throw new errors.RateLimitError(); },
          thrown: (ctx) => ctx.throw(409, "taken", { details: { by: "me" } }),
          status: () => { throw Object.assign(new Error("teapot"), { status: 418 }); },
          plain: () => { throw new Error("a secret of the server"); },
          answered: (ctx) => ctx.unauthorized("log in"),
        };
        module.exports = { routes: Object.entries(routes).map(([name, handler]) =>
          ({ method: "GET", path: "/errors/" + name, handler, config: { auth: false } })) };`,
    },
    { logger: kept.log },
  );
  const errorOf = async (name: string) => (await ask(galley, `/api/errors/${name}`)).body.error;
  expect(await errorOf("application")).toEqual({
    status: 400,
    name: "ApplicationError",
    message: "wrong",
    details: { a: 1 },
  });
  expect(await errorOf("own")).toEqual({ status: 400, name: "OwnError", message: "own", details: { own: 1 } });
  expect(await errorOf("forbidden")).toEqual({
    status: 403,
    name: "ForbiddenError",
    message: "Forbidden",
    details: {},
  });
  expect(await errorOf("rate")).toMatchObject({ status: 429, name: "RateLimitError" });
  expect(await errorOf("thrown")).toEqual({
    status: 409,
    name: "ConflictError",
    message: "taken",
    details: { by: "me" },
  });
  expect(await errorOf("status")).toMatchObject({ status: 418, message: "teapot" });
  expect(await errorOf("plain")).toMatchObject({ status: 500, message: "Internal Server Error" });
  expect(await errorOf("answered")).toMatchObject({ status: 401, name: "UnauthorizedError", message: "log in" });
  expect(kept.lines.join("\n")).toContain("a secret of the server");
});

test("a route whose code is missing answers 500, and the log says what it lacks", async () => {
  const kept = keptLog();
  const galley = await withPosts(
    {
      "src/api/post/routes/00.js": `module.exports = { routes: [
        { method: "GET", path: "/posts/a", handler: "post.none", config: { auth: false } },
        { method: "GET", path: "/posts/b", handler: () => "b", config: { auth: false, policies: ["global::none"] } },
        { method: "GET", path: "/posts/c{/:d}*", handler: () => "c", config: { auth: false } },
      ] };`,
    },
    { logger: kept.log },
  );
  expect([(await ask(galley, "/api/posts/a")).status, (await ask(galley, "/api/posts/b")).status]).toEqual([500, 500]);
  expect(kept.lines.filter((line) => line.startsWith("warn") && line.includes("is not served"))).toEqual([
    'warn GET /posts/a is not served: Handler not found "post.none" (src/api/post/routes/00.js)',
    'warn GET /posts/b is not served: Could not find policy "global::none" (src/api/post/routes/00.js)',
    "warn GET /posts/c{/:d}* is not served: groups that repeat, and patterns that could take long, are not there in Galley (src/api/post/routes/00.js)",
  ]);
});

test("a wildcard stands for several segments, and fixed routes beside it go first", async () => {
  const galley = await withPosts({
    "src/api/post/routes/00.js": `const show = (ctx) => ctx.params; module.exports = { routes: [
      { method: "GET", path: "/pages/home", handler: () => ({ home: true }), config: { auth: false } },
      { method: "GET", path: "/pages/:path*", handler: show, config: { auth: false } },
      { method: "GET", path: "/by/:from-:to", handler: show, config: { auth: false } },
    ] };`,
  });
  const shown = async (path: string) => (await ask(galley, path)).body;
  expect(await shown("/api/pages/home")).toEqual({ home: true });
  expect(await shown("/api/pages/home/a%20b/c")).toEqual({ path: "home/a b/c" });
  expect(await shown("/api/by/a-b")).toEqual({ from: "a", to: "b" });
  expect((await ask(galley, "/api/by/a")).status).toBe(404);
  expect(galley.routes().filter(({ path }) => path.startsWith("/api/pages")).length).toBe(3);
});

test("middlewares of config/middlewares run around every request, and may change it and its answer", async () => {
  const galley = await withPosts({
    "config/middlewares.js": `module.exports = ["strapi::errors", "strapi::cors", "strapi::query", "strapi::body",
      "global::time", { name: "global::token", config: { cookie: "jwt" } }];`,
    "src/middlewares/time.js": `module.exports = () => async (ctx, next) => {
      ctx.state.by = "time";
      await next();
      ctx.set("X-Time", "1 ms");
      if (ctx.query.wrap) ctx.body = { wrapped: ctx.body.data.length, status: ctx.status };
    };`,
    "src/middlewares/token.js": `module.exports = (config) => (ctx, next) => {
      const token = ctx.cookies.get(config.cookie);
      if (token) ctx.request.header.authorization = "Bearer " + token;
      if (ctx.path === "/api/stopped") { ctx.body = "stopped"; return; }
      return next();
    };`,
    "src/api/post/routes/00.js": `module.exports = { routes: [
      { method: "GET", path: "/posts/by", handler: (ctx) => ({ by: ctx.state.by, asked: ctx.get("authorization") }), config: { auth: false } },
    ] };`,
  });
  const list = await ask(galley, "/api/posts?sort=title");
  expect([list.status, list.body.data.length, list.headers.get("x-time")]).toEqual([200, 3, "1 ms"]);
  expect((await ask(galley, "/api/posts?wrap=1")).body).toEqual({ wrapped: 3, status: 200 });
  expect(await ask(galley, "/api/stopped")).toMatchObject({ status: 200, body: "stopped" });
  const by = await ask(galley, "/api/posts/by", { headers: { cookie: "jwt=abc" } });
  expect(by).toMatchObject({ body: { by: "time", asked: "Bearer abc" } });
  expect((await ask(galley, "/api/posts", { headers: { cookie: "jwt=none" } })).status).toBe(401);
  expect((await ask(galley, "/api/nothing")).status).toBe(404);
});

test("the right to an action of a project's own is asked for by its name", async () => {
  const galley = await withPosts(
    {
      "src/api/post/routes/00.js": `module.exports = { routes: [
        { method: "GET", path: "/posts/popular", handler: "post.popular" },
        { method: "GET", path: "/posts/scoped", handler: "post.popular", config: { auth: { scope: ["api::post.post.find"] } } },
        { method: "GET", path: "/posts/signed-in", handler: (ctx) => ({ by: ctx.state.auth.strategy.name }) },
      ] };`,
      "src/api/post/controllers/post.js": CORE(
        "createCoreController",
        `{ popular: (ctx) => ({ auth: ctx.state.auth.strategy.name, can: ctx.state.auth.ability.can("api::post.post.popular") }) }`,
      ),
    },
    {
      open: false,
      roles: { public: { post: ["find", "popular"] }, reader: { post: ["find"] } },
      tokens: [
        { name: "reader", token: "r".repeat(40), role: "reader" },
        { name: "full", token: "f".repeat(40), access: "full-access" },
      ],
    },
  );
  const as = (token: string) => ({ headers: { authorization: `Bearer ${token.repeat(40)}` } });
  const visitor = { auth: "users-permissions", can: true };
  expect(await ask(galley, "/api/posts/popular")).toMatchObject({ status: 200, body: visitor });
  expect((await ask(galley, "/api/posts/popular", as("r"))).status).toBe(403);
  expect((await ask(galley, "/api/posts/popular", as("f"))).body).toEqual({ auth: "content-api-token", can: true });
  expect((await ask(galley, "/api/posts/scoped", as("r"))).status).toBe(200);
  expect((await ask(galley, "/api/posts/signed-in")).status).toBe(401);
  expect((await ask(galley, "/api/posts/signed-in", as("r"))).status).toBe(200);
});

test("a route for everyone shows no relations, as in Strapi", async () => {
  const galley = await withPosts({
    "src/api/tag/routes/tag.js": `module.exports = require("@strapi/strapi").factories.createCoreRouter(
      "api::tag.tag", { config: { find: { auth: false } } });`,
  });
  await galley.documents("api::tag.tag").create({ data: { name: "t" } });
  expect((await ask(galley, "/api/tags?fields=name")).body.data).toMatchObject([{ name: "t" }]);
  expect((await ask(galley, "/api/tags?populate=posts")).body.data[0]).not.toHaveProperty("posts");
});

test("a fork answers routes with its own content", async () => {
  const galley = await withPosts({
    "src/api/post/routes/00.js": `module.exports = { routes: [{
      method: "GET", path: "/posts/count", config: { auth: false },
      handler: async () => ({ count: await strapi.documents("api::post.post").count({}) }),
    }] };`,
  });
  const fork = galley.fork();
  await fork.documents("api::post.post").create({ data: { title: "d" }, status: "published" });
  expect((await ask(fork, "/api/posts/count")).body).toEqual({ count: 4 });
  expect((await ask(galley, "/api/posts/count")).body).toEqual({ count: 3 });
});

test("a file of routes whose code throws gives none, and the others are served", async () => {
  const kept = keptLog();
  const galley = await runProject(
    {
      "src/api/lost/routes/lost.js":
        "module.exports = require('@strapi/strapi').factories.createCoreRouter('api::lost.lost');",
    },
    { logger: kept.log },
  );
  expect((await galley.fetch("/api/tags")).status).toBe(200);
  expect((await galley.fetch("/api/losts")).status).toBe(404);
  expect(kept.lines).toContain(
    'warn src/api/lost/routes/lost.js is not served: createCoreRouter: there is no content type "api::lost.lost"',
  );
});

test("a middleware of config/middlewares may be named without global::, and one that is not there is told", async () => {
  const headed = {
    "src/middlewares/head.js":
      "module.exports = () => async (ctx, next) => { await next(); ctx.set('X-Own', 'yes'); };",
  };
  const galley = await runProject({ ...headed, "config/middlewares.js": "module.exports = ['strapi::body', 'head'];" });
  expect((await galley.fetch("/api/tags")).headers.get("x-own")).toBe("yes");
  const { lines, log } = keptLog();
  await runProject({ "config/middlewares.js": "module.exports = [{ name: ['gone'] }];" }, { logger: log });
  expect(lines).toContain("warn config/middlewares: Middleware gone not found.");
});
