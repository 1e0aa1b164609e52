import { expect, test } from "vitest";
import { ASKED, ask, keptLog, runProject } from "../strapi-project.ts";

test("members that Galley has not may be looked at and assigned; a call is refused by name, and the rest goes on", async () => {
  const { lines, log } = keptLog();
  const galley = await runProject(
    {
      "config/database.js":
        "module.exports = ({ env }) => ({ connection: { client: env('CLIENT_OF_TEST', 'postgres'), connection: {} } });",
      "src/index.js": `module.exports = {
        register({ strapi }) {
          strapi.server.app.proxy = true;
          strapi.server.httpServer.requestTimeout = 1000;
          const knex = strapi.db.connection;
          globalThis.seen = [
            strapi.server.app.proxy, strapi.server.httpServer.requestTimeout, typeof knex, typeof knex.raw,
            strapi.db.connection.client.config.client, strapi.db.dialect.client, strapi.mine, strapi.EE, strapi.ee.isEE,
          ];
        },
        async bootstrap({ strapi }) {
          await strapi.documents("api::tag.tag").create({ data: { name: "before" } });
          await strapi.db.connection
            .raw("PRAGMA foreign_keys = OFF");
        },
      };`,
      "src/api/tag/routes/a-own.js": `module.exports = { routes: [
        { method: "GET", path: "/sql", handler: async (ctx) => ({ rows: await strapi.db.connection("tags").rightJoin("posts") }), config: { auth: false } },
      ] };`,
    },
    { logger: log },
  );
  const { seen } = globalThis as unknown as { readonly seen: unknown };
  expect(seen).toEqual([true, 1000, "function", "function", "postgres", "postgres", undefined, false, false]);
  expect(lines).toEqual([
    "error bootstrap of src/index.js failed: strapi.db.connection.raw is not there in Galley (src/index.js:14)",
  ]);
  expect((await galley.fetch("/api/sql")).status).toBe(500);
  expect(lines[1]).toMatch(
    /strapi\.db\.connection\("tags"\)\.rightJoin is not there in Galley \(src\/api\/tag\/routes\/a-own\.js:2\)/,
  );
  expect(await (await galley.fetch("/api/tags")).json()).toMatchObject({ data: [{ name: "before" }] });
});

test.each([
  ["sqlite", "'SELECT 1'", [{ "1": 1 }]],
  ["postgres", "'select 1 as ok;'", { command: "SELECT", rowCount: 1, rows: [{ ok: 1 }] }],
  ["mysql", "'SELECT 1'", [[{ "1": 1 }], []]],
])("a check of health of %s is answered", async (client, text, answer) => {
  await runProject({
    ...ASKED,
    "config/database.js": `module.exports = { connection: { client: "${client}", connection: {} } };`,
  });
  expect(await ask(`return strapi.db.connection.raw(${text});`)).toEqual(answer);
});

test.each([
  ["strapi.db.migrations.up()", "strapi.db.migrations.up"],
  ["new strapi.server.httpServer.Agent()", "strapi.server.httpServer.Agent"],
  ["'' + strapi.reload.count", "strapi.reload.count"],
  ["strapi.db.connection.raw('SELECT 1 FROM posts')", "strapi.db.connection.raw"],
  [
    "strapi.plugin('users-permissions').service('providers').register()",
    'strapi.plugin("users-permissions").service("providers").register',
  ],
  [
    "strapi.plugin('content-manager').service('content-types').findConfiguration()",
    'strapi.plugin("content-manager").service("content-types").findConfiguration',
  ],
  [
    "strapi.contentAPI.permissions.providers.action.register()",
    "strapi.contentAPI.permissions.providers.action.register",
  ],
])("%s is refused by name", async (text, name) => {
  const { lines, log } = keptLog();
  await runProject({ "src/index.js": `module.exports = { bootstrap({ strapi }) { ${text}; } };` }, { logger: log });
  expect(lines).toEqual([`error bootstrap of src/index.js failed: ${name} is not there in Galley (src/index.js:1)`]);
});

test("what asks for tables of the admin panel is told, and the rest of register runs", async () => {
  const { lines, log } = keptLog();
  await runProject(
    {
      "src/index.js": `module.exports = { async register({ strapi }) {
        globalThis.seen = await strapi.db.query("strapi::core-store").findOne({ where: { key: "x" } });
      } };`,
    },
    { logger: log },
  );
  expect((globalThis as unknown as { readonly seen: unknown }).seen).toBe(null);
  expect(lines).toEqual(["warn Of the project's code: strapi::core-store is of the admin panel, and empty here"]);
});

test("sockets of another program, permissions to synchronise and folders of files are accepted, and are not there", async () => {
  const { lines, log } = keptLog();
  await runProject(
    {
      "src/extensions/users-permissions/strapi-server.js": "module.exports = (plugin) => plugin;",
      "src/index.js": `module.exports = { async bootstrap({ strapi }) {
        strapi.server.httpServer.on("connection", () => {}).once("close", () => {});
        await strapi.plugin("users-permissions").service("users-permissions").syncPermissions();
        globalThis.seen = await strapi.db.query("plugin::upload.folder").findOne({ where: { name: "Icons" } });
        await strapi.plugin("users-permissions").service("users-permissions").initialize();
      } };`,
    },
    { logger: log, users: true, jwtSecret: "a secret for tests" },
  );
  expect((globalThis as unknown as { readonly seen: unknown }).seen).toBe(null);
  expect(lines).toEqual([
    'error bootstrap of src/index.js failed: strapi.plugin("users-permissions").service("users-permissions").initialize is not there in Galley (src/index.js:5)',
  ]);
});

test("rows of a component are refused by name", async () => {
  await runProject(ASKED);
  expect(await ask("try { strapi.db.query('shared.seo'); } catch (error) { return error.message; }")).toBe(
    'strapi.db.query("shared.seo") is not there in Galley: a component is read with its entry',
  );
});
