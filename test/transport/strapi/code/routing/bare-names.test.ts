import { expect, test } from "vitest";
import { keptLog, runProject } from "../strapi-project.ts";

test("a middleware of config/middlewares may be named without global::, and one that is not there is told", async () => {
  const headed = {
    "src/middlewares/head.js":
      "module.exports = () => async (ctx, next) => { await next(); ctx.set('X-Own', 'yes'); };",
  };
  const galley = await runProject({ ...headed, "config/middlewares.js": "module.exports = ['strapi::body', 'head'];" });
  expect((await galley.fetch("/api/tags")).headers.get("x-own")).toBe("yes");
  const { lines, log } = keptLog();
  await runProject({ "config/middlewares.js": "module.exports = [{ name: ['gone'] }];" }, { logger: log });
  expect(lines).toContain("warn config/middlewares: Middleware gone not found.");
});
