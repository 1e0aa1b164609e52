import { expect, test } from "vitest";
import { keptLog, runProject } from "../strapi-project.ts";

const EXTENSION = "src/extensions/users-permissions/strapi-server.js";
const OPTIONS = { users: true, jwtSecret: "a secret for tests", roles: { authenticated: { custom: ["x"] } } };

async function json(response: Response): Promise<unknown> {
  return [response.status, await response.json()];
}

const post = (body: object, headers: object = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

const MARIA = { username: "maria", email: "maria@example.org", password: "secretsecret" };

test("an extension replaces an action of users, and calls what it replaces", async () => {
  const galley = await runProject(
    {
      [EXTENSION]: `module.exports = (plugin) => {
        const { me } = plugin.controllers.user;
        plugin.controllers.user.me = async (ctx) => {
          await me(ctx);
          ctx.body = { ...ctx.body, extended: true };
        };
        const original = plugin.controllers.auth;
        plugin.controllers.auth = ({ strapi }) => {
          const auth = original({ strapi });
          return { ...auth, async register(ctx) { await auth.register(ctx); ctx.body.welcome = strapi.config.get("server.port"); } };
        };
        return plugin;
      };`,
      "config/server.js": "module.exports = { port: 4000 };",
    },
    OPTIONS,
  );
  const registered = (await (await galley.fetch("/api/auth/local/register", post(MARIA))).json()) as { jwt: string };
  expect(registered).toMatchObject({ welcome: 4000, user: { username: "maria" } });
  const headers = { authorization: `Bearer ${registered.jwt}` };
  expect(await json(await galley.fetch("/api/users/me", { headers }))).toMatchObject([
    200,
    { username: "maria", extended: true },
  ]);
  const signedIn = await galley.fetch("/api/auth/local", post({ identifier: "maria", password: MARIA.password }));
  expect(signedIn.status).toBe(200);
});

test("an extension adds routes, policies and services", async () => {
  const galley = await runProject(
    {
      [EXTENSION]: `module.exports = (plugin) => {
        plugin.services.greeting = ({ strapi }) => ({ of: (name) => "Hello " + name + strapi.config.get("server.port") });
        plugin.controllers.user.greet = (ctx) => { ctx.body = { text: strapi.plugin("users-permissions").service("greeting").of(ctx.params.name) }; };
        plugin.policies.never = () => false;
        plugin.routes["content-api"].routes.push(
          { method: "GET", path: "/greetings/:name", handler: "user.greet", config: { auth: false, prefix: "" } },
          { method: "GET", path: "/refused", handler: "user.greet", config: { auth: false, prefix: "", policies: ["never"] } },
        );
        return plugin;
      };`,
    },
    OPTIONS,
  );
  expect(await json(await galley.fetch("/api/greetings/maria"))).toEqual([200, { text: "Hello maria1337" }]);
  expect((await galley.fetch("/api/refused")).status).toBe(403);
});

test("an extension that throws leaves its plugin as it is", async () => {
  const { lines, log } = keptLog();
  const galley = await runProject(
    { [EXTENSION]: "module.exports = () => { throw new Error('oh'); };" },
    { ...OPTIONS, logger: log },
  );
  expect(lines).toContain(`error ${EXTENSION} failed: oh`);
  expect((await galley.fetch("/api/auth/local/register", post(MARIA))).status).toBe(200);
});

test("an extension of a plugin of the project changes it", async () => {
  const galley = await runProject({
    "config/plugins.js": "module.exports = { shop: { enabled: true, resolve: './src/plugins/shop' } };",
    "src/plugins/shop/strapi-server.js": `module.exports = {
      controllers: { cart: { show(ctx) { ctx.body = { cart: 1 }; } } },
      routes: { "content-api": { type: "content-api", routes: [{ method: "GET", path: "/cart", handler: "cart.show", config: { auth: false } }] } },
    };`,
    "src/extensions/shop/strapi-server.js":
      "module.exports = (plugin) => { const { show } = plugin.controllers.cart; plugin.controllers.cart.show = (ctx) => { show(ctx); ctx.body.more = 2; }; return plugin; };",
  });
  expect(await json(await galley.fetch("/api/shop/cart"))).toEqual([200, { cart: 1, more: 2 }]);
});
