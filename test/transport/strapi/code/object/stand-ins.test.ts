import { expect, test } from "vitest";
import { keptLog, runProject } from "../strapi-project.ts";

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
        { method: "GET", path: "/sql", handler: async (ctx) => ({ rows: await strapi.db.connection("tags").select("*") }), config: { auth: false } },
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
  expect(lines[1]).toMatch(/strapi\.db\.connection is not there in Galley \(src\/api\/tag\/routes\/a-own\.js:2\)/);
  expect(await (await galley.fetch("/api/tags")).json()).toMatchObject({ data: [{ name: "before" }] });
});

test.each([
  ["strapi.db.transaction(() => {})", "strapi.db.transaction"],
  ["new strapi.server.httpServer.Agent()", "strapi.server.httpServer.Agent"],
  ["'' + strapi.reload.count", "strapi.reload.count"],
  [
    "strapi.contentAPI.permissions.providers.action.register()",
    "strapi.contentAPI.permissions.providers.action.register",
  ],
])("%s is refused by name", async (text, name) => {
  const { lines, log } = keptLog();
  await runProject({ "src/index.js": `module.exports = { bootstrap({ strapi }) { ${text}; } };` }, { logger: log });
  expect(lines).toEqual([`error bootstrap of src/index.js failed: ${name} is not there in Galley (src/index.js:1)`]);
});
