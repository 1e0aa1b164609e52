import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventually } from "../../../support/eventually.ts";
import { withServer } from "../../../support/servers/command-line.ts";
import { writeProject } from "../project/write-project.ts";
import { TYPES } from "./strapi-project.ts";

const greeting = (text: string) => `export const greeting = ${JSON.stringify(text)};`;

const GREETING = {
  "src/greeting.ts": greeting("first"),
  "src/index.ts": `
    import { greeting } from "./greeting";
    export default {
      register({ strapi }) {
        strapi.documents.use(async (context, next) =>
          context.uid === "api::site.site" && context.action.startsWith("find") ? { documentId: "a", name: greeting } : next());
      },
    };`,
};

const SERVED = ["--run-project", "--open", "--data", "memory", "--port", "0", "--log-level", "info"];

async function nameAt(url: string): Promise<unknown> {
  const { data } = (await (await fetch(`${url}/api/site`)).json()) as {
    readonly data: { readonly name: string } | null;
  };
  return data?.name;
}

test("--watch runs edited code, of files that others import too", async () => {
  const folder = await writeProject({ ...TYPES, ...GREETING });
  await withServer([folder, ...SERVED, "--watch"], { folder }, async (_, url) => {
    expect(await nameAt(url)).toBe("first");
    await writeFile(join(folder, "src/greeting.ts"), greeting("second"));
    await eventually(async () => expect(await nameAt(url)).toBe("second"));
  });
});

test("each worker runs the code", async () => {
  const folder = await writeProject({ ...TYPES, ...GREETING });
  const args = [folder, "--run-project", "--open", "--data", join(folder, "data"), "--port", "0", "--workers", "2"];
  await withServer(args, { folder }, async (_, url) => {
    for (let n = 0; n < 8; n++) expect(await nameAt(url)).toBe("first");
  });
});

test("errors of the code that nobody handles are logged, and end nothing", async () => {
  const folder = await writeProject({
    ...TYPES,
    "src/index.js": `module.exports = {
      bootstrap() {
        Promise.reject(new Error("a promise of nobody"));
        setTimeout(() => { throw new Error("a timer of nobody"); }, 5);
      },
    };`,
  });
  await withServer([folder, ...SERVED], { folder }, async (server, url) => {
    await eventually(() => {
      expect(server.out + server.errors).toContain("a promise of nobody");
      expect(server.out + server.errors).toContain("a timer of nobody");
    });
    expect((await fetch(`${url}/api/tags`)).status).toBe(200);
  });
});

test("with the flag alone, roles of the configuration grant actions of the code", async () => {
  const folder = await writeProject({
    ...TYPES,
    "galley.config.json": { roles: { public: { tag: ["own"] } } },
    "src/api/tag/routes/z-own.js":
      'module.exports = { routes: [{ method: "GET", path: "/own", handler: "tag.own" }] };',
    "src/api/tag/controllers/tag.js": `module.exports = require("@strapi/strapi").factories.createCoreController(
      "api::tag.tag", () => ({ own: () => ({ own: true }) }));`,
  });
  const args = [folder, "--run-project", "--data", "memory", "--port", "0"];
  await withServer(args, { folder }, async (_, url) => {
    expect((await fetch(`${url}/api/own`)).status).toBe(200);
  });
});
