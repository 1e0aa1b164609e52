import { expect, test } from "vitest";
import { keptLog, runProject } from "../strapi-project.ts";

const shop = (handlers: string) => `
  import Stripe from "stripe";
  import { z } from "zod";
  import * as jwt from "jsonwebtoken";
  const stripe = new Stripe("key", { version: 1 });
  const Order = z.object({ name: z.string().min(1) }).strict();
  class Client extends Stripe.Client {}
  export default ({ strapi }) => ({ ${handlers} });`;

const ROUTES = (names: readonly string[]) => `
  module.exports = { routes: ${JSON.stringify(
    names.map((name) => ({ method: "GET", path: `/shop/${name}`, handler: `shop.${name}`, config: { auth: false } })),
  )} };`;

test("the rest of a file runs without a package that is not installed, and each use of that is refused by name", async () => {
  const { lines, log } = keptLog();
  const uses = {
    called: "ctx.body = await stripe.checkout.sessions.create({});",
    parsed: "ctx.body = Order.parse(ctx.query);",
    read: "ctx.body = { valid: jwt.verify ? true : false };",
    shown: 'ctx.body = { text: "" + z };',
    sent: "ctx.body = { stripe: JSON.stringify(stripe) };",
    awaited: "ctx.body = { stripe: typeof (await stripe) };",
    made: "ctx.body = { client: new Client() };",
  };
  const actions = Object.entries(uses).map(([name, text]) => `async ${name}(ctx) { ${text} }`);
  const galley = await runProject(
    {
      "src/api/shop/controllers/shop.ts": shop([...actions, "async fine(ctx) { ctx.body = { fine: true }; }"].join()),
      "src/api/shop/routes/shop.js": ROUTES([...Object.keys(uses), "fine"]),
      "src/api/shop/services/shop.js": "const lib = require('left-pad'); module.exports = { pad: () => lib('a') };",
    },
    { logger: log },
  );
  const needs = (name: string, file: string) =>
    `warn src/api/shop/${file} is run in part: it needs the package ${name} (npm install in the project)`;
  expect(lines.splice(0)).toEqual([
    needs("stripe", "controllers/shop.ts"),
    needs("zod", "controllers/shop.ts"),
    needs("jsonwebtoken", "controllers/shop.ts"),
    needs("left-pad", "services/shop.js"),
  ]);
  expect(await (await galley.fetch("/api/shop/fine")).json()).toEqual({ fine: true });
  for (const name of Object.keys(uses)) {
    expect([name, (await galley.fetch(`/api/shop/${name}`)).status]).toEqual([name, 500]);
    expect(lines.splice(0).join()).toMatch(/needs the package \w+ \(npm install in the project\) \(src\/api\/shop/);
  }
});

test("configuration that takes its values from a package which is not installed leaves the rest of it", async () => {
  const { lines, log } = keptLog();
  const galley = await runProject(
    {
      "config/database.ts": `
        import { parse } from "pg-connection-string";
        export default ({ env }) => { const { host } = parse("postgres://x"); return { connection: { client: "postgres", connection: { host } } }; };`,
      "src/index.js": "module.exports = { register({ strapi }) { globalThis.kind = strapi.db.dialect.client; } };",
    },
    { logger: log },
  );
  expect((globalThis as unknown as { readonly kind: unknown }).kind).toBe("postgres");
  expect(lines).toEqual([
    "warn config/database.ts is run in part: it needs the package pg-connection-string (npm install in the project)",
  ]);
  await galley.close();
});

test("code that looks for a package which is optional does not find it", async () => {
  const { lines, log } = keptLog();
  await runProject(
    {
      "src/index.js": `
        let found = true;
        try { require("optional-of-test"); } catch { found = false; }
        module.exports = { register() { globalThis.found = found; } };`,
    },
    { logger: log },
  );
  expect((globalThis as unknown as { readonly found: unknown }).found).toBe(false);
  expect(lines).toEqual([]);
});

test("config/logger is accepted without the package that it configures", async () => {
  const { lines, log } = keptLog();
  await runProject(
    {
      "config/logger.ts": `
        import { winston, formats } from "@strapi/logger";
        const { format } = winston;
        const pretty = (timestamps: string) => format.combine(format.timestamp({ format: timestamps }), formats.prettyPrint());
        export default { level: "http", transports: [new winston.transports.Console({ format: pretty("HH") })] };`,
      "src/index.js":
        "module.exports = { bootstrap({ strapi }) { strapi.log.info(strapi.config.get('logger.level')); } };",
    },
    { logger: log, strict: true },
  );
  expect(lines).toEqual(["info http"]);
});

test("config/database as new projects have it is run without Strapi's package for databases", async () => {
  const { lines, log } = keptLog();
  const database = `
    import path from "path";
    import type { Core } from "@strapi/strapi";
    import { isDatabaseClientKind } from "@strapi/database";
    const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Database => {
      const client = env("CLIENT_OF_TEST", "sqlite");
      if (!isDatabaseClientKind(client)) throw new Error(\`Unsupported \${client}\`);
      return { connection: { client, connection: { filename: path.join("a", "b.db") } } };
    };
    export default config;`;
  await runProject(
    {
      "config/database.ts": database,
      "src/index.js":
        "module.exports = { bootstrap({ strapi }) { strapi.log.info(strapi.config.get('database.connection.client')); } };",
    },
    { logger: log, strict: true },
  );
  expect(lines).toEqual(["info sqlite"]);
});
