import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadModules } from "../../../../../transport/strapi/code/loading/load-modules.ts";
import { writeProject } from "../../project/write-project.ts";

const SHIMS = {
  "@strapi/strapi": { factories: { createCoreService: (uid: string) => ({ uid }) } },
  "@strapi/utils": { errors: { ApplicationError: Error } },
};

const load = async (files: { readonly [file: string]: string }) =>
  loadModules(await writeProject(files), { PORT: "1" }, SHIMS);

test("the code of apis is found by kind and name, in TypeScript and JavaScript, without any package of Strapi", async () => {
  const { apis, failed } = await load({
    "src/api/main-menu/routes/02-b.ts": "export default { routes: [2] };",
    "src/api/main-menu/routes/01-a.js": "module.exports = { routes: [1] };",
    "src/api/main-menu/services/mainMenu.ts":
      "import { factories } from '@strapi/strapi'; export default factories.createCoreService('api::a.a');",
    "src/api/main-menu/controllers/main-menu.js":
      "const { errors } = require('@strapi/utils/dist/errors'); module.exports = { errors };",
    "src/api/main-menu/content-types/main-menu/lifecycles.ts": "export default { afterCreate() {} };",
    "src/api/main-menu/services/types.d.ts": "export interface Nothing {}",
  });
  expect(failed).toEqual([]);
  const [api] = apis;
  expect(api?.routes.map(({ exports }) => exports)).toEqual([{ routes: [1] }, { routes: [2] }]);
  expect([...(api?.services ?? [])]).toEqual([
    ["main-menu", { file: "src/api/main-menu/services/mainMenu.ts", exports: { uid: "api::a.a" } }],
  ]);
  expect(api?.controllers.get("main-menu")?.exports).toEqual({ errors: { ApplicationError: Error } });
  expect(api?.lifecycles.get("main-menu")?.exports).toEqual({ afterCreate: expect.any(Function) });
});

test("members of an api are named in kebab case, all others as they are written", async () => {
  const { apis, policies, middlewares, plugins } = await load({
    "src/api/page2/services/menu2.js": "module.exports = {};",
    "src/api/page2/services/mainMenu.js": "module.exports = {};",
    "src/middlewares/onlyHttps.js": "module.exports = () => {};",
    "src/policies/is_owner.js": "module.exports = () => true;",
    "config/plugins.js": "module.exports = { shop: { enabled: true, resolve: './src/plugins/shop' } };",
    "src/plugins/shop/strapi-server.js": "module.exports = { services: { orderHelper: () => ({}) } };",
  });
  expect([apis[0]?.name, ...(apis[0]?.services.keys() ?? [])]).toEqual(["page2", "main-menu", "menu2"]);
  const names = [middlewares, policies, plugins[0]?.services].map((each) => [...(each?.keys() ?? [])]);
  expect(names).toEqual([["onlyHttps"], ["is_owner"], ["orderHelper"]]);
});

test("packages of Strapi that are installed are not loaded", async () => {
  const real = "throw new Error('the real package was loaded');";
  const { apis, failed } = await load({
    "node_modules/@strapi/strapi/package.json": '{ "name": "@strapi/strapi", "main": "index.js" }',
    "node_modules/@strapi/strapi/index.js": real,
    "node_modules/@strapi/utils/package.json": '{ "name": "@strapi/utils", "exports": { ".": "./index.js" } }',
    "node_modules/@strapi/utils/index.js": real,
    "src/api/page/services/a.js":
      "module.exports = require('@strapi/strapi').factories.createCoreService('api::page.page');",
    "src/api/page/services/b.ts": "import { errors } from '@strapi/utils'; export default errors;",
    "src/api/page/services/c.js": "module.exports = require('./d');",
    "src/api/page/services/d.js": "module.exports = require('@strapi/utils').errors;",
  });
  expect(failed).toEqual([]);
  const { errors } = SHIMS["@strapi/utils"];
  const exported = [...(apis[0]?.services.values() ?? [])].map(({ exports }) => exports);
  expect(exported).toEqual([{ uid: "api::page.page" }, errors, errors, errors]);
});

test("a file that throws fails alone, and one that needs a package is run without it", async () => {
  const { apis, failed, lacking, entry } = await load({
    "src/index.js": "module.exports = { register() {} };",
    "src/api/page/services/page.ts": "import slugify from 'slugify'; export default { slugify };",
    "src/api/page/services/other.ts": "import { x } from '@scope/name/sub'; export default { x };",
    "src/api/page/services/third.js": "module.exports = {};",
    "src/api/page/controllers/page.js": "throw new Error('not here');",
  });
  expect(failed).toEqual([{ file: "src/api/page/controllers/page.js", reason: "not here" }]);
  expect(lacking).toEqual([
    {
      file: "src/api/page/services/other.ts",
      reason: "it needs the package @scope/name (npm install in the project)",
    },
    { file: "src/api/page/services/page.ts", reason: "it needs the package slugify (npm install in the project)" },
  ]);
  expect([...(apis[0]?.services.keys() ?? [])]).toEqual(["other", "page", "third"]);
  expect(entry?.file).toBe("src/index.js");
});

test("configuration is called with env, and that of the environment goes over it", async () => {
  const { config } = await load({
    "config/server.ts": "export default ({ env }) => ({ port: env.int('PORT'), app: { keys: ['a'], name: 'x' } });",
    "config/env/development/server.js": "module.exports = { app: { name: 'y' } };",
    "config/cron-tasks.js": "module.exports = { tick: { task() {} } };",
    "config/api.json": '{ "rest": { "maxLimit": 5 } }',
  });
  expect(config.get("server")).toEqual({ port: 1, app: { keys: ["a"], name: "y" } });
  expect(config.get("cron-tasks")).toEqual({ tick: { task: expect.any(Function) } });
  expect(config.get("api")).toEqual({ rest: { maxLimit: 5 } });
});

test("plugins of the project are those that the configuration switches on", async () => {
  const { plugins } = await load({
    "config/plugins.js":
      "module.exports = { shop: { enabled: true, resolve: './src/plugins/shop' }, off: { enabled: false, resolve: './src/plugins/off' }, seo: { enabled: true } };",
    "src/plugins/shop/strapi-server.js":
      "module.exports = { services: { cart: () => ({}) }, routes: { 'content-api': { type: 'content-api', routes: [] } }, register() {} };",
    "src/plugins/off/strapi-server.js": "module.exports = {};",
  });
  expect(plugins.map(({ name }) => name)).toEqual(["shop"]);
  expect([...(plugins[0]?.services.keys() ?? [])]).toEqual(["cart"]);
  expect(plugins[0]?.routes.map(({ exports }) => exports)).toEqual([{ type: "content-api", routes: [] }]);
});

test("a second load reads the files again, those that others import too", async () => {
  const project = await writeProject({
    "src/index.ts": "import { name } from './name'; export default { name };",
    "src/name.ts": "export const name = 'first';",
  });
  expect((await loadModules(project, {}, SHIMS)).entry?.exports).toEqual({ name: "first" });
  await writeFile(join(project, "src/name.ts"), "export const name = 'second';");
  expect((await loadModules(project, {}, SHIMS)).entry?.exports).toEqual({ name: "second" });
});

test("an entry of a plugin that names a build which is not there leads to its sources", async () => {
  const plugins = {
    "config/plugins.js": "module.exports = { shop: { enabled: true, resolve: './src/plugins/shop' } };",
  };
  const entry = { "src/plugins/shop/strapi-server.js": "module.exports = require('../../../dist/src/plugins/shop');" };
  const built = await load({
    ...plugins,
    ...entry,
    "src/plugins/shop/server/src/index.ts": "export default { services: { cart: () => ({}) } };",
  });
  expect(built.plugins.map(({ services }) => [...services.keys()])).toEqual([["cart"]]);
  expect(built.failed).toEqual([]);
  const { failed } = await load({ ...plugins, ...entry, "src/plugins/shop/server/index.js": "throw new Error('x');" });
  expect(failed.map(({ file }) => file)).toEqual(["src/plugins/shop/strapi-server.js"]);
});

test("the require of Node.js itself loads the project's TypeScript", async () => {
  const { entry, failed } = await load({
    "src/index.ts": `
      import { createRequire } from "node:module";
      const load = createRequire(__filename);
      export default { zones: load("./zones/hero.ts").default, ran: load("./ran.cjs") };`,
    "src/zones/hero.ts":
      "import { errors } from '@strapi/utils'; export default { populate: ['image'] as string[], errors };",
    "src/ran.cjs": "module.exports = require('./zones/hero.ts').default;",
  });
  expect(failed).toEqual([]);
  const zone = { populate: ["image"], errors: SHIMS["@strapi/utils"].errors };
  expect(entry?.exports).toEqual({ zones: zone, ran: zone });
});

test("TypeScript takes the place of JavaScript with the same name", async () => {
  const { entry, apis } = await load({
    "src/index.js": "module.exports = { from: 'js' };",
    "src/index.ts": "export default { from: 'ts' };",
    "src/api/page/routes/page.js": "module.exports = { routes: ['js'] };",
    "src/api/page/routes/page.ts": "export default { routes: ['ts'] };",
  });
  expect(entry?.exports).toEqual({ from: "ts" });
  expect(apis[0]?.routes.map(({ exports }) => exports)).toEqual([{ routes: ["ts"] }]);
});

test("compiled sources are kept beside the packages of a project, until a source changes", async () => {
  const project = await writeProject({ "src/index.ts": "export const name: string = 'first';" });
  const loaded = async () => (await loadModules(project, {}, SHIMS)).entry?.exports;
  expect(await loaded()).toEqual({ name: "first" });
  await expect(readdir(join(project, "node_modules"))).rejects.toThrow("ENOENT");

  const kept = join(project, "node_modules/.cache/galley");
  await mkdir(join(project, "node_modules"));
  await loaded();
  const [file = ""] = await readdir(kept);
  await writeFile(join(kept, file), (await readFile(join(kept, file), "utf8")).replace("first", "kept"));
  expect(await loaded()).toEqual({ name: "kept" });
  await writeFile(join(project, "src/index.ts"), "export const name: string = 'second';");
  expect(await loaded()).toEqual({ name: "second" });
});
