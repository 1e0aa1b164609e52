import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createGalley } from "../../../../../transport/galley.ts";
import { loadProject } from "../../../../../transport/strapi/project/load-project.ts";
import { keptLog, TYPES } from "../../code/strapi-project.ts";
import { writeProject } from "../write-project.ts";

/** A middleware that populates, and leaves a file behind if it runs. */
const RAN = 'require("node:fs").writeFileSync(__dirname + "/ran", "");';
const POST_ROUTES = `
  import { factories } from "@strapi/strapi";
  export default factories.createCoreRouter("api::post.post", {
    only: ["find", "findOne", "create"],
    config: {
      find: { middlewares: ["api::post.with-tags"] },
      findOne: { middlewares: ["api::post.with-tags"] },
    },
  });`;

/** The middleware as Strapi's documentation shows it, with this code before \`next()\`. */
const middleware = (code: string, before = "") => `
  import type { Core } from "@strapi/strapi";
  ${before}
  const populate = { tags: { fields: ["name"] }, seo: true };
  export default (config, { strapi }: { strapi: Core.Strapi }) => {
    return async (ctx, next) => {
      strapi.log.info(\`In \${config.name}\`);
      ${code}
      await next();
    };
  };`;

const POPULATE = { tags: { fields: ["name"] }, seo: true };

/** The populate that is derived for a project whose posts have this middleware. */
async function derived(code: string, files: { readonly [file: string]: string } = {}) {
  const project = await writeProject({
    ...TYPES,
    "src/api/post/routes/post.js": POST_ROUTES,
    "src/api/post/middlewares/with-tags.ts": code,
    ...files,
  });
  const { populate, underived } = await loadProject(project, { runCode: false });
  return { populate, notes: underived.map(({ file, message }) => `${file}: ${message}`) };
}

describe("what route middlewares populate", () => {
  test.each([
    ["ctx.query.populate = populate;"],
    ["ctx.query.populate ??= populate;"],
    ["if (!ctx.query.populate) ctx.query.populate = populate;"],
    ["ctx.request.query.populate = ctx.query.populate || populate;"],
    ["ctx.query = { ...ctx.query, populate };"],
    ["ctx.query = { populate, ...ctx.query, locale: ctx.query.locale };"],
    ["ctx.query.populate = { ...ctx.query.populate, ...populate };"],
    ["const { seo, ...rest } = populate; ctx.query.populate = { tags: populate.tags, seo: true } as any;"],
  ])("is read from the source: %s", async (code) => {
    expect(await derived(middleware(code))).toEqual({ populate: { "api::post.post": POPULATE }, notes: [] });
  });

  test.each([
    ["ctx.query.populate = build(populate);", "what it populates is not derived: line 8 is code, which is not run"],
    [
      "if (ctx.state.user) ctx.query.populate = populate;",
      "what it populates is not derived: it depends on the request",
    ],
    ["ctx.query.populate = { authors: true };", "populate.api::post.post.authors: Invalid key authors"],
  ])("is told where it is not literal, or refused: %s", async (code, message) => {
    const { populate, notes } = await derived(middleware(code));
    const file = message.startsWith("populate") ? "routes/post.js" : "middlewares/with-tags.ts";
    expect([populate, notes]).toEqual([{}, [`src/api/post/${file}: ${message}`]]);
  });

  test("is told beside what else a middleware sets", async () => {
    const { populate, notes } = await derived(middleware("ctx.query.sort = 'title'; ctx.query.populate = populate;"));
    expect(populate).toEqual({ "api::post.post": POPULATE });
    expect(notes).toEqual(["src/api/post/middlewares/with-tags.ts: sets more than populate: sort"]);
  });

  test("is that of a list of routes, of a middleware of all apis, of options, and of find alone", async () => {
    const routes = {
      routes: [
        { method: "GET", path: "/tags", handler: "tag.find", config: { middlewares: ["populate"] } },
        { method: "GET", path: "/tags/:id", handler: "tag.findOne" },
        { method: "GET", path: "/tags/new", handler: "tag.new", config: { middlewares: ["api::tag.missing"] } },
      ],
    };
    const { populate, notes } = await derived(middleware("ctx.query.populate = config.populate;"), {
      "src/api/post/routes/post.js": POST_ROUTES.replaceAll(
        '"api::post.with-tags"',
        '{ name: "api::post.with-tags", config: { populate: ["tags"] } }',
      ),
      "src/api/tag/routes/tag.js": `module.exports = ${JSON.stringify(routes)};`,
      "src/middlewares/populate.js":
        'module.exports = () => (ctx, next) => { ctx.query.populate = "*"; return next(); };',
    });
    expect(populate).toEqual({ "api::post.post": ["tags"], "api::tag.tag": "*" });
    expect(notes).toEqual(["src/api/tag/routes/tag.js: the populate of find is used for findOne too, which sets none"]);
  });

  test("is used with run: populate, and nothing of the project runs", async () => {
    const project = await writeProject({
      ...TYPES,
      "src/api/post/routes/post.js": POST_ROUTES,
      "src/api/post/middlewares/with-tags.js": `${RAN} module.exports = () => (ctx, next) => {
        ctx.query.populate = { tags: { fields: ["name"] } };
        return next();
      };`,
      "src/index.js": `${RAN} module.exports = { bootstrap() { return 1; } };`,
    });
    const { log, lines } = keptLog();
    const galley = await createGalley({ project, run: "populate", open: true, logger: log });
    onTestFinished(() => galley.close());
    const documents = (uid: string) =>
      galley.documents(uid as never) as unknown as { create(given: object): Promise<{ documentId: string }> };
    const tag = await documents("api::tag.tag").create({ data: { name: "warm" } });
    const post = await documents("api::post.post").create({
      data: { title: "Bread", tags: [tag.documentId] },
      status: "published",
    });
    const asked = async (path: string) => ((await (await galley.fetch(path)).json()) as { data: object }).data;
    expect(await asked("/api/posts?fields=title")).toMatchObject([{ title: "Bread", tags: [{ name: "warm" }] }]);
    expect(await asked(`/api/posts/${post.documentId}`)).toMatchObject({ tags: [{ name: "warm" }] });
    expect(await asked("/api/posts?populate=")).not.toMatchObject([{ tags: expect.anything() }]);
    expect(lines.join("\n")).toContain(
      "Of the project's own code, what route middlewares populate is used (api::post.post), the rest not: 3 files (",
    );
    for (const folder of ["src", "src/api/post/middlewares"])
      expect(existsSync(join(project, folder, "ran"))).toBe(false);
  });
});
