import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeListener } from "../../../../../transport/adapters/node/node.ts";
import { STRAPI } from "../../../../../transport/contract/profiles/profile.ts";
import { JSON_LIMITS } from "../../../../../transport/http/json/json-limits.ts";
import { parseQueryString } from "../../../../../transport/http/params/query-string.ts";
import { createPipeline } from "../../../../../transport/http/pipeline.ts";
import { koaAnswer } from "../../../../../transport/strapi/code/koa/koa-answer.ts";
import { KoaContext } from "../../../../../transport/strapi/code/koa/koa-context.ts";
import { koaSource, type ReadBy } from "../../../../../transport/strapi/code/koa/read-source.ts";
import { countedIds } from "../../../../support/content/counted-ids.ts";
import { smallService } from "../../../../support/requests/small-service.ts";
import { MemoryLog } from "../../../../support/storage/memory-log.ts";

// biome-ignore lint/suspicious/noExplicitAny: the same code runs with koa's ctx, whose types are not installed
type Ctx = any;

interface RealKoa {
  use(middleware: (ctx: Ctx) => unknown): RealKoa;
  callback(): RequestListener;
}

/** Uses of `ctx`, in words; the same code runs with koa 2 and with Galley, and the answers are compared. */
const CASES: Record<string, { run: (ctx: Ctx) => unknown; path?: string; init?: RequestInit }> = {
  "a text": { run: (ctx) => (ctx.body = "plain") },
  "a page": { run: (ctx) => (ctx.body = "  <p>page</p>") },
  "an empty text": { run: (ctx) => (ctx.body = "") },
  "an object": { run: (ctx) => (ctx.body = { a: [1, null, "é"] }) },
  "a list": { run: (ctx) => (ctx.body = [1, 2]) },
  "a number": { run: (ctx) => (ctx.body = 7) },
  "a boolean": { run: (ctx) => (ctx.body = false) },
  bytes: { run: (ctx) => (ctx.body = Buffer.from([1, 2, 3])) },
  "a stream": { run: (ctx) => (ctx.body = Readable.from([Buffer.from("from "), Buffer.from("a stream")])) },
  "a typed stream": {
    run: (ctx) => {
      ctx.type = "csv";
      ctx.body = Readable.from(["a,b\n", "1,2\n"]);
    },
  },
  nothing: { run: () => {} },
  null: { run: (ctx) => (ctx.body = null) },
  undefined: { run: (ctx) => (ctx.body = undefined) },
  "null with a status": {
    run: (ctx) => {
      ctx.body = null;
      ctx.status = 200;
    },
  },
  "a status alone": { run: (ctx) => (ctx.status = 202) },
  "a status without a body": {
    run: (ctx) => {
      ctx.body = "gone";
      ctx.status = 204;
    },
  },
  "a status before a body": {
    run: (ctx) => {
      ctx.status = 418;
      ctx.body = { tea: true };
    },
  },
  "a type by its extension": {
    run: (ctx) => {
      ctx.type = ".xml";
      ctx.body = "<a/>";
    },
  },
  "a type by its name": {
    run: (ctx) => {
      ctx.type = "text/markdown";
      ctx.body = "# a";
    },
  },
  "a type that is unknown": {
    run: (ctx) => {
      ctx.type = "nothing-known";
      ctx.body = "a";
    },
  },
  "JSON after a type": {
    run: (ctx) => {
      ctx.type = "text";
      ctx.body = { a: 1 };
    },
  },
  "a header of content": {
    run: (ctx) => {
      ctx.set("Content-Type", "application/vnd.api+json");
      ctx.body = "{}";
    },
  },
  headers: {
    run: (ctx) => {
      ctx.set("X-One", 1);
      ctx.set({ "X-Two": "b", "X-Three": true });
      ctx.append("X-Four", "a");
      ctx.append("X-Four", ["b", "c"]);
      ctx.set("X-Gone", "x");
      ctx.remove("x-gone");
      ctx.body = { has: ctx.response.has("x-ONE"), one: ctx.response.get("X-One"), none: ctx.response.get("none") };
    },
  },
  "vary twice": {
    run: (ctx) => {
      ctx.vary("Accept");
      ctx.vary("Accept-Language");
      ctx.vary("Accept");
      ctx.body = "a";
    },
  },
  "an ETag and a date": {
    run: (ctx) => {
      ctx.etag = "abc";
      ctx.lastModified = new Date(0);
      ctx.body = ctx.response.etag;
    },
  },
  "an attachment": {
    run: (ctx) => {
      ctx.attachment("report.csv");
      ctx.body = "a,b";
    },
  },
  "a redirect": { run: (ctx) => ctx.redirect("/elsewhere?a=b c"), init: { headers: { accept: "text/plain" } } },
  "a redirect for a browser": { run: (ctx) => ctx.redirect("/a?b=c") },
  "a redirect with a status": {
    run: (ctx) => {
      ctx.status = 301;
      ctx.redirect("https://example.org/a");
    },
    init: { headers: { accept: "text/plain" } },
  },
  "a redirect back": {
    run: (ctx) => ctx.redirect("back", "/home"),
    init: { headers: { accept: "text/plain" } },
  },
  cookies: {
    run: (ctx) => {
      const seen = [ctx.cookies.get("a"), ctx.cookies.get("b"), ctx.cookies.get("none")];
      ctx.cookies.set("plain", "1");
      ctx.cookies.set("all", "2", { httpOnly: false, path: "/x", domain: "example.org", sameSite: "Lax" });
      ctx.cookies.set("gone", null);
      ctx.cookies.set("plain", "3", { overwrite: true });
      ctx.body = seen;
    },
    init: { headers: { cookie: 'a=1; b="two"; c=3' } },
  },
  "what is asked": {
    run: (ctx) => {
      const { method, path, url, originalUrl, querystring, search, query, idempotent, protocol, secure, type } = ctx;
      const { length, charset } = ctx.request;
      ctx.body = { method, path, url, originalUrl, querystring, search, query, idempotent, protocol, secure };
      ctx.body.more = { type, length, charset, host: ctx.host === ctx.get("host"), own: ctx.request.method };
    },
    path: "/some/path?a=1&b=two",
  },
  "headers that are asked": {
    run: (ctx) => {
      const { header, headers } = ctx;
      ctx.body = [
        ctx.get("X-Asked"),
        ctx.get("none"),
        header["x-asked"],
        headers === header,
        ctx.request.get("Referer"),
      ];
    },
    init: { headers: { "x-asked": "yes", referer: "http://example.org/" } },
  },
  "what a body is": {
    run: (ctx) => {
      ctx.body = [ctx.is("json"), ctx.is("text", "json"), ctx.is("html"), ctx.is("application/*"), ctx.request.type];
    },
    init: { method: "POST", headers: { "content-type": "application/json; charset=utf-8" }, body: "{}" },
  },
  "no body to look at": { run: (ctx) => (ctx.body = [ctx.is("json"), ctx.request.length]) },
  "what is accepted": {
    run: (ctx) => (ctx.body = [ctx.accepts("html"), ctx.accepts("json", "text"), ctx.accepts("png")]),
    init: { headers: { accept: "text/html, application/json" } },
  },
  "a query that is replaced": {
    run: (ctx) => {
      ctx.query = { x: "1", y: "a b" };
      ctx.body = [ctx.querystring, ctx.query, ctx.url];
    },
    path: "/q?a=1",
  },
  "a URL that is replaced": {
    run: (ctx) => {
      ctx.url = "/other?z=1";
      ctx.body = [ctx.path, ctx.querystring, ctx.originalUrl];
    },
  },
  "state and params": {
    run: (ctx) => {
      ctx.state.user = { id: 1 };
      ctx.own = "member";
      ctx.body = [ctx.state, ctx.own];
    },
  },
  "a refusal": { run: (ctx) => ctx.throw(404) },
  "a refusal with a text": { run: (ctx) => ctx.throw(400, "name required", { user: 1 }) },
  "a refusal with an error": { run: (ctx) => ctx.throw(409, Object.assign(new Error("taken"), { code: "E" })) },
  "a refusal by a text alone": { run: (ctx) => ctx.throw("exploded") },
  "an odd status of a refusal": { run: (ctx) => ctx.throw(200, "fine") },
  "an unknown status": { run: (ctx) => ctx.throw(700, "odd") },
  "a claim that fails": { run: (ctx) => ctx.assert(null, 401, "Please log in") },
  "a claim that holds": {
    run: (ctx) => {
      ctx.assert(1, 401);
      ctx.body = "held";
    },
  },
  "a status that is none": { run: (ctx) => (ctx.status = "200") },
  "a status beyond all": { run: (ctx) => (ctx.status = 9000) },
};

/** Errors are shown in the same way on both sides: how they are answered is Strapi's. */
async function shownBy(run: (ctx: Ctx) => unknown, ctx: Ctx): Promise<void> {
  try {
    await run(ctx);
  } catch (error) {
    const { name, message, status, statusCode, expose, user, code } = error as Record<string, unknown>;
    ctx.status = 200;
    ctx.body = { thrown: { name, message, status, statusCode, expose, user, code } };
  }
}

const SHOWN = /^(?:content-(?:type|disposition)|location|etag|last-modified|set-cookie|x-(?!request-id).*)$/;

describe("ctx", () => {
  let run: (ctx: Ctx) => unknown = () => {};
  let real = "";
  let ours = "";
  const ends: (() => unknown)[] = [];

  beforeAll(async () => {
    const Koa: new () => RealKoa = createRequire(import.meta.url)("koa");
    const app = new Koa().use((ctx) => shownBy(run, ctx));
    const server = createServer(app.callback()).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    ends.push(() => server.close());
    real = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const serving: ReadBy = {
      jsonLimits: JSON_LIMITS,
      origin: () => ours,
      paramsOf: ({ query }) => parseQueryString(query).params,
    };
    const handler = createPipeline({
      services: [],
      fallback: { ...smallService(STRAPI), securityHeaders: [], cors: { ...smallService(STRAPI).cors } },
      newRequestId: countedIds(),
      log: new MemoryLog(),
      interceptors: [
        async (request) => {
          const ctx = new KoaContext(koaSource(serving, request), {});
          await shownBy(run, ctx);
          return koaAnswer(ctx.response, { answerBytes: 1e6, isTagged: false });
        },
      ],
    });
    const listening = await nodeListener.listen(handler, { host: "127.0.0.1", port: 0, bodyLimit: () => 1e6 });
    ends.push(() => listening.close());
    ours = `http://127.0.0.1:${listening.port}`;
  });
  afterAll(() => Promise.all(ends.map((end) => end())));

  async function answer(base: string, { path = "/", init = {} }: (typeof CASES)[string]) {
    const response = await fetch(base + path, { redirect: "manual", ...init });
    const headers = [...response.headers].filter(([name]) => SHOWN.test(name));
    const vary = (response.headers.get("vary") ?? "").replace(/^Origin(?:, )?/, "");
    // Galley's answers differ by origin.
    return { status: response.status, headers, vary, body: await response.text() };
  }

  it.each(Object.entries(CASES))("answers as koa 2 does: %s", async (_name, given) => {
    run = given.run;
    const [asKoa, asGalley] = [await answer(real, given), await answer(ours, given)];
    expect(asGalley).toEqual(asKoa);
  });

  it("shows what it knows under the names of Node.js, and refuses calls of anything else by name", () => {
    const ctx = new KoaContext(koaSource({ ...NOWHERE }, { ...NO_REQUEST, remoteAddress: "10.0.0.7" }), {});
    ctx.req.socket.encrypted = true;
    ctx.req.mine = 1;
    ctx.res.statusCode = 202;
    ctx.res.setHeader("X-Mine", "yes");
    ctx.app.proxy = true;
    expect([ctx.req.method, ctx.req.url, ctx.socket.remoteAddress, ctx.req.mine, ctx.status]).toEqual([
      ...["GET", "/", "10.0.0.7", 1, 202],
    ]);
    expect([ctx.get("x-mine"), ctx.response.get("x-mine"), ctx.app.proxy]).toEqual(["", "yes", true]);
    const shared = [Reflect.get(ctx.request, "req"), ctx.request.ctx, Reflect.get(ctx.response, "request")];
    expect(shared.map((each, at) => each === [ctx.req, ctx, ctx.request][at])).toEqual([true, true, true]);
    expect(() => ctx.req.pipe()).toThrow("ctx.req.pipe is not there in Galley");
    expect(() => ctx.res.end("")).toThrow("ctx.res.end is not there in Galley");
    expect(() => `${ctx.app.context.name}`).toThrow("ctx.app.context.name is not there in Galley");
  });

  it("has Strapi's refusals, and its answers to writes", () => {
    const shown = (act: (ctx: KoaContext) => void) => {
      const ctx = new KoaContext(koaSource(NOWHERE, NO_REQUEST), {});
      act(ctx);
      return [ctx.status, ctx.body];
    };
    const refusal = (status: number, name: string, message: string, details: unknown = {}) => [
      status,
      { data: null, error: { status, name, message, details } },
    ];
    expect(shown((ctx) => ctx.badRequest())).toEqual(refusal(400, "BadRequestError", "Bad Request"));
    expect(shown((ctx) => ctx.badRequest("no", { a: 1 }))).toEqual(refusal(400, "BadRequestError", "no", { a: 1 }));
    expect(shown((ctx) => ctx.notFound("gone"))).toEqual(refusal(404, "NotFoundError", "gone"));
    expect(shown((ctx) => ctx.imATeapot())).toEqual(refusal(418, "ImATeapotError", "I'm a Teapot"));
    expect(shown((ctx) => ctx.tooManyRequests())).toEqual(refusal(429, "TooManyRequestsError", "Too Many Requests"));
    expect(shown((ctx) => ctx.internalServerError("x"))).toEqual(refusal(500, "InternalServerError", "x"));
    expect(shown((ctx) => ctx.send({ a: 1 }, 201))).toEqual([201, { a: 1 }]);
    expect(shown((ctx) => ctx.created({ a: 1 }))).toEqual([201, { a: 1 }]);
    expect(shown((ctx) => ctx.deleted())).toEqual([204, undefined]);
    expect(shown((ctx) => ctx.deleted({ a: 1 }))).toEqual([200, { a: 1 }]);
  });
});

const NOWHERE: ReadBy = { origin: () => "", paramsOf: () => ({}), jsonLimits: JSON_LIMITS };

const NO_REQUEST = {
  method: "GET",
  path: "/",
  query: "",
  header: () => undefined,
  allHeaders: () => new Map(),
  body: null,
  remoteAddress: "",
};
