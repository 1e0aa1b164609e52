import { expect, onTestFinished, test } from "vitest";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { writeProject } from "../project/write-project.ts";
import { keptLog, runProject, TYPES } from "./strapi-project.ts";

async function dataOf(galley: Galley, path: string): Promise<readonly { readonly [name: string]: string }[]> {
  return ((await (await galley.fetch(path)).json()) as { readonly data: [] }).data;
}

const posts = "api::post.post" as const;

test("register runs before bootstrap, with the hooks of documents.use around every call", async () => {
  const galley = await runProject({
    "src/index.ts": `
      import type { Core } from "@strapi/strapi";
      const order: string[] = [];
      export default {
        register({ strapi }: { strapi: Core.Strapi }) {
          order.push("register");
          strapi.documents.use(async (context, next) => {
            if (context.uid === "api::post.post" && context.action === "create") {
              context.params.data.slug = context.params.data.title.toLowerCase() + " " + Object.keys(context.contentType.attributes)[0];
            }
            return next();
          });
        },
        async bootstrap() {
          order.push("bootstrap");
          await strapi.documents("api::post.post").create({ data: { title: order.join() }, status: "published" });
        },
      };`,
  });
  const data = await dataOf(galley, "/api/posts?fields=title,slug");
  expect(data).toMatchObject([{ title: "register,bootstrap", slug: "register,bootstrap title" }]);
  await galley.reset();
  expect(await galley.documents(posts).count()).toBe(1);
});

test("no part of the configuration that is code is called unknown", async () => {
  const { log, lines } = keptLog();
  const files = {
    "config/middlewares.js": "module.exports = ['strapi::errors', 'global::onlyHttps', (ctx, next) => next()];",
    "src/middlewares/onlyHttps.js": "module.exports = () => (ctx, next) => next();",
    "config/server.js": "module.exports = { cron: { enabled: false } };",
    "config/plugins.js":
      "module.exports = { shop: { resolve: './src/plugins/shop' }, other: { resolve: 'strapi-plugin-other' } };",
    "src/plugins/shop/strapi-server.js": "module.exports = {};",
  };
  const galley = await runProject(files, { logger: log });
  expect((await galley.fetch("/api/tags")).status).toBe(200);
  expect(lines).toContain("warn config/plugins.js: not understood and left out: other");
  expect(lines.filter((line) => line.includes("not understood"))).toHaveLength(1);
});

test("a project without content types of its own is served for the types of Strapi's plugins", async () => {
  const project = await writeProject({
    "package.json": TYPES["package.json"],
    "src/api/shop/routes/shop.js":
      "module.exports = { routes: [{ method: 'GET', path: '/shop', handler: 'shop.hours', config: { auth: false } }] };",
    "src/api/shop/controllers/shop.js": "module.exports = { hours: () => ({ open: 9 }) };",
  });
  await expect(createGalley({ project })).rejects.toThrow("holds no content types");
  const galley = await createGalley({ project, run: true });
  onTestFinished(() => galley.close());
  expect(await (await galley.fetch("/api/shop")).json()).toEqual({ open: 9 });
});

test("a service extends the usual one by super, and is called by uid", async () => {
  const galley = await runProject({
    "src/api/post/services/post.js": `
      const { createCoreService } = require("@strapi/strapi").factories;
      module.exports = createCoreService("api::post.post", ({ strapi }) => ({
        getFetchParams(params) { return { ...super.getFetchParams(params), fields: ["title"] }; },
        async find(...args) {
          const { results, pagination } = await super.find(...args);
          return { results: results.map((each) => each.title), pagination };
        },
        titles() { return this.find({ sort: "title" }); },
      }));`,
    "src/api/post/services/other.ts": `
      export default ({ strapi }) => ({ ask: () => strapi.service("api::post.post").titles() });`,
    "src/index.js": `
      module.exports = {
        async bootstrap({ strapi }) {
          for (const title of ["b", "a"]) await strapi.service("api::post.post").create({ data: { title } });
          const { results, pagination } = await strapi.service("api::post.other").ask();
          const one = await strapi.service("api::post.post").findOne((await strapi.documents("api::post.post").findFirst()).documentId);
          await strapi.documents("api::tag.tag").create({ data: { name: JSON.stringify({ results, pagination, one: Object.keys(one) }) } });
        },
      };`,
  });
  const [tag] = await dataOf(galley, "/api/tags");
  expect(JSON.parse(tag?.name ?? "")).toEqual({
    results: ["a", "b"],
    pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 },
    one: ["id", "documentId", "title"],
  });
});

test("the code sees the variables of the project's .env, over which those of the process stand", async () => {
  onTestFinished(() => void delete process.env.GALLEY_TEST_OWN);
  const galley = await runProject({
    ".env": `GALLEY_TEST_OWN=mine\nPATH=nowhere\n`,
    "src/index.js": `module.exports = { bootstrap: ({ strapi }) => strapi.documents("api::tag.tag").create({
      data: { name: process.env.GALLEY_TEST_OWN + (process.env.PATH === "nowhere") },
    }) };`,
  });
  expect(await dataOf(galley, "/api/tags")).toMatchObject([{ name: "minefalse" }]);
});

test("nothing of a project's code runs unless it is asked for", async () => {
  const project = await writeProject({ ...TYPES, "src/index.js": "globalThis.ranUnasked = true;" });
  await (await createGalley({ project })).close();
  expect("ranUnasked" in globalThis).toBe(false);
  expect("strapi" in globalThis).toBe(false);
});

test("what throws is logged with its file, and ends nothing", async () => {
  const { lines, log } = keptLog();
  const galley = await runProject(
    {
      "src/api/post/services/post.ts": "import slugify from 'slugify'; export default { slugify };",
      "src/index.js":
        "module.exports = { register() { strapi.sessionManager.hasOrigin(); }, bootstrap() { throw new Error('no database'); } };",
    },
    { logger: log },
  );
  expect(lines).toEqual([
    "warn src/api/post/services/post.ts is run in part: it needs the package slugify (npm install in the project)",
    "error register of src/index.js failed: strapi.sessionManager.hasOrigin is not there in Galley (src/index.js:1)",
    "error bootstrap of src/index.js failed: no database",
  ]);
  expect((await galley.fetch("/api/posts")).status).toBe(200);
});

test.each([
  ["src/api/post/services/post.ts", "import 'slugify';", /post\.ts is run in part: it needs the package slugify/],
  ["src/index.js", "module.exports = { bootstrap() { throw new Error('no database'); } };", /no database/],
])("with strict, %s that cannot be run ends the start", async (file, text, message) => {
  const project = await writeProject({ ...TYPES, [file]: text });
  await expect(createGalley({ project, run: true, strict: true })).rejects.toThrow(message);
  expect("strapi" in globalThis).toBe(false);
});

test("two galleys of one process have a strapi each, and the global is that of the code that runs", async () => {
  const code = {
    "src/index.js": `
      module.exports = { register({ strapi: own }) {
        own.documents.use((context, next) => {
          if (context.action === "create") context.params.data.slug = String(own === strapi);
          return next();
        });
      } };`,
  };
  const one = await runProject(code);
  const other = await runProject(code);
  for (const galley of [one, other]) {
    expect(await galley.documents(posts).create({ data: { title: "a" } })).toMatchObject({ slug: "true" });
  }
  await other.close();
  expect(await one.documents(posts).create({ data: { title: "b" } })).toMatchObject({ slug: "true" });
  await one.close();
});
