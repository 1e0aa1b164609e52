import { expect, test } from "vitest";
import { ASKED, ask, runProject } from "../strapi-project.ts";

/** A real Strapi 5.54 has answered these questions with the values beside them. */

const MODEL = "const model = strapi.contentType('api::post.post');";
const IN_NOBODYS_NAME = "{ auth: {} }";

const REFUSED = "(error) => ({ name: error.name, message: error.message, details: error.details })";

test.each([
  [
    "output",
    "{ id: 1, title: 't', secret: 's', nope: 1, tags: [{ id: 2, name: 'n' }], createdBy: { id: 1 }, localizations: [] }",
    "{}",
    { id: 1, title: "t", nope: 1, tags: [{ id: 2, name: "n" }] },
  ],
  ["output", "{ id: 1, tags: [{ id: 2 }] }", IN_NOBODYS_NAME, { id: 1 }],
  ["output", "[{ id: 1, secret: 's' }, null, 5]", "undefined", [{ id: 1 }, null, 5]],
  ["output", "null", "{}", null],
  [
    "input",
    "{ id: 3, documentId: 'd', title: 't', secret: 's', nope: 1, createdAt: 'x', updatedBy: 1, localizations: [1], publishedAt: 'p' }",
    "{}",
    { title: "t", secret: "s", nope: 1, publishedAt: "p" },
  ],
  ["input", "[{ tags: [1], seo: { id: 3, nope: 1 } }]", "{}", [{ tags: [1], seo: { id: 3, nope: 1 } }]],
  ["input", "{ tags: [1], title: 't' }", IN_NOBODYS_NAME, { title: "t" }],
  ["input", "null", "{}", {}],
  [
    "query",
    "{ filters: { title: 't', secret: 's', nope: 1 }, sort: ['title', 'nope'], fields: ['title', 'nope'], foo: 1 }",
    "{}",
    { filters: { title: "t" }, sort: ["title"], fields: ["title"], foo: 1 },
  ],
  ["query", "{ populate: ['tags', 'nope', 'seo'] }", IN_NOBODYS_NAME, { populate: ["nope", "seo"] }],
  ["query", "{ populate: { tags: true, nope: true } }", IN_NOBODYS_NAME, { populate: { nope: true } }],
  ["query", "{ populate: '*' }", "{}", { populate: { tags: true, seo: true } }],
  ["query", "{ populate: true }", "{}", { populate: true }],
  ["query", "{ populate: { tags: { populate: true } } }", "{}", { populate: { tags: { populate: true } } }],
  ["filters", "{ nope: 1, title: 't' }", "{}", { title: "t" }],
  ["sort", "'nope,title'", "{}", "title"],
  ["populate", "['nope', 'tags']", "{}", ["nope", "tags"]],
])("sanitize.%s of %s with %s", async (kind, value, options, expected) => {
  await runProject(ASKED);
  expect(await ask(`${MODEL} return strapi.contentAPI.sanitize.${kind}(${value}, model, ${options});`)).toEqual(
    expected,
  );
});

test.each([
  ["query", "{ filters: { nope: 1 } }", "{}", "nope", { path: null, source: "query", param: "filters" }],
  ["query", "{ sort: 'secret' }", "{}", "secret", { path: "secret", source: "query", param: "sort" }],
  ["query", "{ populate: ['nope'] }", "{}", "nope", { path: "nope", source: "query", param: "populate" }],
  ["filters", "{ nope: 1 }", "{}", "nope", { path: null, source: "query", param: "filters" }],
  ["input", "{ title: 5, nope: 1 }", "{}", "nope", { path: null, source: "body" }],
  ["input", "{ id: 1 }", "{}", "id", { source: "body" }],
  ["input", "{ createdAt: 1 }", "undefined", "createdAt", { path: "createdAt", source: "body" }],
  ["input", "{ tags: [1] }", IN_NOBODYS_NAME, "tags", { path: "tags", source: "body" }],
  ["input", "[{ title: 't' }, { nope: 1 }]", "{}", "nope", { path: null, source: "body" }],
])("validate.%s of %s with %s refuses", async (kind, value, options, key, details) => {
  await runProject(ASKED);
  const refused = await ask(
    `${MODEL} return strapi.contentAPI.validate.${kind}(${value}, model, ${options}).catch(${REFUSED});`,
  );
  expect(refused).toEqual({ name: "ValidationError", message: `Invalid key ${key}`, details: { key, ...details } });
});

test.each([
  ["query", "{ foo: 1, pagination: { page: 'x' }, status: 'nope' }"],
  ["query", "{ populate: { tags: true } }"],
  ["query", "{ populate: true }"],
  ["query", "{ populate: { tags: { populate: true } } }"],
  ["input", "{ title: 5, secret: 's', seo: { id: 1, metaTitle: 'm' } }"],
  ["input", "undefined"],
])("validate.%s of %s passes", async (kind, value) => {
  await runProject(ASKED);
  expect(await ask(`${MODEL} return strapi.contentAPI.validate.${kind}(${value}, model, ${IN_NOBODYS_NAME});`)).toBe(
    undefined,
  );
});

test("a component is a model, and what is none is refused by the name of the check", async () => {
  await runProject(ASKED);
  const found = await ask(`
    const seo = strapi.getModel('shared.seo');
    const message = (error) => error.message;
    return [
      await strapi.contentAPI.sanitize.output({ id: 1, metaTitle: 'm' }, seo),
      await strapi.contentAPI.validate.input({ nope: 1 }, seo).catch(message),
      await strapi.contentAPI.validate.query({ fields: ["metaTitle"], filters: { metaTitle: "m" } }, seo),
      await strapi.contentAPI.validate.query({ filters: { nope: 1 } }, seo).catch(message),
      await strapi.contentAPI.validate.query({ fields: ["nope"] }, seo).catch(message),
      await strapi.contentAPI.validate.query({ sort: "nope" }, seo).catch(message),
      await strapi.contentAPI.validate.populate(["nope"], seo).catch(message),
      await strapi.contentAPI.sanitize.query({}, undefined).catch(message),
      await strapi.contentAPI.validate.input({}).catch(message),
    ];`);
  expect(found).toEqual([
    { id: 1, metaTitle: "m" },
    "Invalid key nope",
    undefined,
    "Invalid key nope",
    "Invalid key nope",
    "Invalid key nope",
    "Invalid key nope",
    "Missing schema in sanitizeQuery",
    "Missing schema in validateInput",
  ]);
});

test("in a request, auth is its caller, whose rights decide", async () => {
  const galley = await runProject(
    {
      "src/api/post/routes/01-own.js": `module.exports = { routes: [{ method: "GET", path: "/seen", handler: "post.seen" }] };`,
      "src/api/post/controllers/post.js": `
        const { factories } = require("@strapi/strapi");
        module.exports = factories.createCoreController("api::post.post", ({ strapi }) => ({
          async seen(ctx) {
            const entry = { id: 1, tags: [{ id: 2 }], seo: { id: 3 } };
            const model = strapi.contentType("api::post.post");
            const own = await this.sanitizeOutput(entry, ctx);
            const given = await strapi.contentAPI.sanitize.output(entry, model, { auth: ctx.state.auth });
            return { own, given, whole: await strapi.contentAPI.sanitize.output(entry, model) };
          },
        }));`,
    },
    { open: false, profile: "strapi", roles: { public: { post: ["seen"] } } },
  );
  const shown = { id: 1, seo: { id: 3 } };
  expect(await (await galley.fetch("/api/seen")).json()).toEqual({
    own: shown,
    given: shown,
    whole: { ...shown, tags: [{ id: 2 }] },
  });
});

test("a service of the project gets no data with keys that the caller may not write", async () => {
  const galley = await runProject(
    {
      "src/api/tag/services/tag.js": `
      const { factories } = require("@strapi/strapi");
      module.exports = factories.createCoreService("api::tag.tag", {
        create() {
          throw new Error("is called");
        },
      });`,
    },
    { roles: { public: { tag: ["create"] } } },
  );
  const init = { method: "POST", headers: { "content-type": "application/json" } };
  const response = await galley.fetch("/api/tags", { ...init, body: JSON.stringify({ data: { createdAt: "x" } }) });
  expect([response.status, ((await response.json()) as { readonly error: object }).error]).toEqual([
    400,
    expect.objectContaining({ message: "Invalid key createdAt" }),
  ]);
});

test("documents refuse with the errors of Strapi, which name no parameter", async () => {
  await runProject(ASKED, { profile: "strapi" });
  const found = await ask(`
    const refused = ${REFUSED};
    const posts = strapi.documents("api::post.post");
    return [
      await posts.findMany({ filters: { nope: 1 } }).catch(refused),
      await posts.create({ data: {}, status: "published" }).catch(refused),
      await posts.create({ data: { title: 5, views: "x" }, status: "published" }).catch(refused),
    ];`);
  expect(found).toMatchObject([
    { name: "ValidationError", message: "Invalid key nope", details: { key: "nope", path: null } },
    { name: "ValidationError", message: "title must be a `string` type, but the final value was: `null`." },
    { name: "ValidationError", message: "2 errors occurred" },
  ]);
  expect(Object.keys((found as { readonly details: object }[])[0]?.details ?? {})).toEqual(["key", "path"]);
});
