import { expect, onTestFinished, test } from "vitest";
import { createGalley } from "../../../../../transport/galley.ts";
import { withJson } from "../../../../support/requests/json.ts";
import { writeProject } from "../../project/write-project.ts";
import { keptLog, runProject } from "../strapi-project.ts";

const EXTENSION = "src/extensions/users-permissions/strapi-server.js";
const OPTIONS = { users: true, jwtSecret: "a secret for tests", roles: { authenticated: { custom: ["x"] } } };

async function json(response: Response): Promise<unknown> {
  return [response.status, await response.json()];
}

const post = (body: object, headers: object = {}) => withJson("POST", body, headers);

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
          { method: "GET", path: "/user/:name", handler: "user.greet", config: { auth: false } },
        );
        return plugin;
      };`,
    },
    OPTIONS,
  );
  expect(await json(await galley.fetch("/api/greetings/maria"))).toEqual([200, { text: "Hello maria1337" }]);
  expect((await galley.fetch("/api/refused")).status).toBe(403);
  // Below the plugin's name, unless the route has a prefix of its own.
  expect((await galley.fetch("/api/users-permissions/user/maria")).status).toBe(200);
  expect((await galley.fetch("/api/user/maria")).status).toBe(404);
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

test("a project without content types of its own runs its code", async () => {
  const project = await writeProject({
    "package.json": { name: "my-strapi", dependencies: { "@strapi/strapi": "5.54.0" } },
    [EXTENSION]: `module.exports = (plugin) => {
      plugin.controllers.user.hello = (ctx) => { ctx.body = { hello: true }; };
      plugin.routes["content-api"].routes.push(
        { method: "GET", path: "/hello", handler: "user.hello", config: { auth: false, prefix: "" } });
      return plugin;
    };`,
  });
  const galley = await createGalley({ ...OPTIONS, project, run: true });
  onTestFinished(() => galley.close());
  expect(await json(await galley.fetch("/api/hello"))).toEqual([200, { hello: true }]);
});

test("a call of a plugin that is a package says so, and a plugin that nobody names is not there", async () => {
  const { lines, log } = keptLog();
  await runProject(
    {
      "package.json": { name: "my", dependencies: { "@strapi/strapi": "5.54.0", "strapi-plugin-navigation": "3.0.0" } },
      "src/index.js": `module.exports = {
        register({ strapi }) { if (strapi.plugin("nowhere") !== undefined) throw new Error("nowhere"); },
        bootstrap({ strapi }) { strapi.plugin("navigation").service("common"); },
      };`,
    },
    { logger: log },
  );
  expect(lines).toEqual([
    'error bootstrap of src/index.js failed: strapi.plugin("navigation").service is not there in Galley (src/index.js:3)',
  ]);
});

test("an extension subscribes to lifecycles, and that of a plugin that is not there is not run", async () => {
  const galley = await runProject({
    [EXTENSION]: `module.exports = (plugin) => {
      strapi.db.lifecycles.subscribe({ models: ["api::tag.tag"], beforeCreate({ params }) { params.data.name += "!"; } });
      return plugin;
    };`,
    "src/extensions/nobody/strapi-server.js": "module.exports = () => { throw new Error('it ran'); };",
  });
  const { name } = await galley.documents("api::tag.tag").create({ data: { name: "Tea" } });
  expect(name).toBe("Tea!");
});

test("an extension adds actions to controllers that the plugin has for the admin panel", async () => {
  const { lines, log } = keptLog();
  await runProject(
    { [EXTENSION]: "module.exports = (plugin) => { plugin.controllers.permissions.own = () => {}; return plugin; };" },
    { logger: log },
  );
  expect(lines).toEqual([]);
});

test("a replaced action of users leaves those of narrower paths alone", async () => {
  const galley = await runProject(
    {
      [EXTENSION]: `module.exports = (plugin) => {
        plugin.controllers.user.findOne = (ctx) => { ctx.body = { asked: ctx.params.id }; };
        return plugin;
      };`,
    },
    { ...OPTIONS, tokens: [{ name: "all", token: "full", access: "full-access" }] },
  );
  const registered = (await (await galley.fetch("/api/auth/local/register", post(MARIA))).json()) as { jwt: string };
  const all = { headers: { authorization: "Bearer full" } };
  expect(await json(await galley.fetch("/api/users/count", all))).toEqual([200, 1]);
  expect(await json(await galley.fetch("/api/users/1", all))).toEqual([200, { asked: "1" }]);
  const own = { headers: { authorization: `Bearer ${registered.jwt}` } };
  expect(await json(await galley.fetch("/api/users/me", own))).toMatchObject([200, { username: "maria" }]);
});

test("a replaced action answers as the route does that was asked", async () => {
  const galley = await runProject(
    {
      [EXTENSION]: `module.exports = (plugin) => {
        const { callback } = plugin.controllers.auth;
        plugin.controllers.auth.callback = async (ctx) => { await callback(ctx); };
        const { findOne } = plugin.controllers.role;
        plugin.controllers.role.findOne = async (ctx) => { await findOne(ctx); ctx.body.asked = ctx.request.params.id; };
        return plugin;
      };`,
    },
    { ...OPTIONS, tokens: [{ name: "all", token: "full", access: "full-access" }] },
  );
  expect(await json(await galley.fetch("/api/auth/google/callback?access_token=x"))).toMatchObject([
    400,
    { error: { name: "ApplicationError", message: "This provider is disabled" } },
  ]);
  const all = { headers: { authorization: "Bearer full" } };
  expect(await json(await galley.fetch("/api/users-permissions/roles/1", all))).toMatchObject([
    200,
    { role: { type: "authenticated" }, asked: "1" },
  ]);
});

test("visitors are refused where users are asked for themselves, and let in where no right is asked for", async () => {
  const galley = await runProject(
    {
      [EXTENSION]: `module.exports = (plugin) => {
        const { me } = plugin.controllers.user;
        plugin.controllers.user.me = async (ctx) => { await me(ctx); };
        return plugin;
      };`,
      "src/api/post/routes/01-open.js": `module.exports = { routes: [
        { method: "GET", path: "/posts/open", handler: "post.open", config: { auth: { scope: [] } } },
        { method: "GET", path: "/posts/sent", handler: "post.sent", config: { auth: false } },
      ] };`,
      "src/api/post/controllers/post.js": `module.exports = {
        sent: (ctx) => {
          const send = ctx.send.bind(ctx);
          ctx.send = (body) => send({ ...body, own: true });
          ctx.send({ n: 1 });
        },
        open: (ctx) => ({ strategy: ctx.state.auth.strategy.name, user: ctx.state.user?.username ?? null }),
      };`,
    },
    { ...OPTIONS, profile: "strapi" },
  );
  expect((await galley.fetch("/api/users/me")).status).toBe(403);
  const { jwt } = (await (await galley.fetch("/api/auth/local/register", post(MARIA))).json()) as { jwt: string };
  const headers = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  expect((await galley.fetch("/api/users/me", headers(jwt))).status).toBe(200);
  const asVisitor = { strategy: "users-permissions", user: null };
  expect(await json(await galley.fetch("/api/posts/open"))).toEqual([200, asVisitor]);
  expect(await json(await galley.fetch("/api/posts/open", headers(jwt)))).toMatchObject([200, { user: "maria" }]);
  expect((await galley.fetch("/api/posts/open", headers("nonsense"))).status).toBe(401);
  // Code may put a method of its own in the place of one of `ctx`.
  expect(await json(await galley.fetch("/api/posts/sent"))).toEqual([200, { n: 1, own: true }]);
});
