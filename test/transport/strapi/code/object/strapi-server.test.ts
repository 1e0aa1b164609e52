import { expect, test } from "vitest";
import { runProject } from "../strapi-project.ts";

const NOTE = (name: string) =>
  `async (ctx, next) => { (ctx.state.order ??= []).push("${name}"); await next(); ctx.append("x-order", "${name}"); }`;

test("middlewares of server.use run around every request: those of register outside of config/middlewares", async () => {
  const galley = await runProject({
    "config/middlewares.js": "module.exports = ['strapi::body', 'global::configured'];",
    "src/middlewares/configured.js": `module.exports = () => ${NOTE("configured")};`,
    "src/index.js": `module.exports = {
      register({ strapi }) {
        const finished = [];
        strapi.server.use(${NOTE("register")}).use(async (ctx, next) => {
          if (ctx.req?.socket) ctx.req.socket.encrypted = true;
          ctx.res.on("finish", () => finished.push(ctx.path));
          if (ctx.path === "/backup") { ctx.body = { finished }; return; }
          await next();
        });
      },
      bootstrap({ strapi }) { strapi.server.app.use(${NOTE("bootstrap")}); },
    };`,
    "src/api/tag/routes/a-own.js": `module.exports = { routes: [
      { method: "GET", path: "/order", handler: (ctx) => ({ order: ctx.state.order }), config: { auth: false } },
    ] };`,
  });
  const answer = await galley.fetch("/api/order");
  expect(await answer.json()).toEqual({ order: ["register", "configured", "bootstrap"] });
  expect(answer.headers.get("x-order")).toBe("bootstrap, configured, register");
  const finished = async () => (await galley.fetch("/backup")).json();
  await expect.poll(finished).toMatchObject({ finished: expect.arrayContaining(["/api/order"]) });
  expect((await galley.fetch("/api/nowhere")).headers.get("x-order")).toBe("bootstrap, configured, register");
});

test("routes of server.routes and server.router stand in front of all others", async () => {
  const galley = await runProject({
    "src/index.js": `module.exports = {
      register({ strapi }) {
        const answer = (text) => (ctx) => { ctx.body = { text, params: ctx.params }; };
        strapi.server.router.get("named", "/ping/:name", (ctx, next) => next(), answer("router"));
        strapi.server.routes([{ method: "GET", path: "/root", handler: answer("root"), config: { auth: false } }]);
        strapi.server.routes({ type: "content-api", prefix: "/shop", routes: [
          { method: "GET", path: "/cart", handler: answer("cart"), config: { auth: false } },
          { method: "GET", path: "/closed", handler: answer("closed") },
          { method: "GET", path: "/named", handler: "api::tag.tag.find", config: { auth: false } },
        ] });
        strapi.server.routes({ type: "admin", routes: [{ method: "GET", path: "/panel", handler: answer("panel") }] });
        strapi.server.api("content-api").routes([{ method: "GET", path: "/tags", handler: answer("tags"), config: { auth: false } }]);
      },
    };`,
    "src/api/tag/routes/a-own.js": `module.exports = { routes: [{ method: "GET", path: "/listed",
      handler: () => ({ listed: strapi.server.listRoutes().some(({ path }) => path === "/ping/:name") }), config: { auth: false } }] };`,
  });
  const ask = async (path: string) => {
    const answer = await galley.fetch(path);
    return [answer.status, await answer.json()];
  };
  expect(await ask("/ping/a")).toEqual([200, { text: "router", params: { name: "a" } }]);
  expect(await ask("/root")).toEqual([200, { text: "root", params: {} }]);
  expect(await ask("/api/shop/cart")).toEqual([200, { text: "cart", params: {} }]);
  expect(await ask("/api/shop/named")).toMatchObject([200, { data: [] }]);
  expect(await ask("/api/tags")).toMatchObject([200, { text: "tags" }]);
  expect(await ask("/api/listed")).toEqual([200, { listed: true }]);
  expect((await galley.fetch("/api/shop/closed")).status).toBe(401);
  expect((await galley.fetch("/panel")).status).toBe(404);
});
