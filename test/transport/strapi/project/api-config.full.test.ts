import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import { loadProject } from "../../../../transport/strapi/project/load-project.ts";
import { describeFault } from "../../../../transport/strapi/project/project-error.ts";
import { typeFile, writeProject } from "./write-project.ts";

const POST = "src/api/post/content-types/post/schema.json";

async function load(files: object, environment: { readonly [name: string]: string } = {}) {
  const project = await writeProject({ [POST]: typeFile("post", { title: { type: "string" } }), ...files });
  return loadProject(project, { environment });
}

describe("config/api of a project", () => {
  it("gives the options of the REST API that are known", async () => {
    const rest = { defaultLimit: 10, maxLimit: 250, withCount: false, prefix: "/content", strictParams: true };
    expect((await load({ "config/api.json": { rest, documents: {} } })).settings.rest).toEqual({
      defaultLimit: 10,
      maxLimit: 250,
      withCount: false,
      prefix: "/content",
    });
  });

  it("may be a module that gives the values or a function of the environment", async () => {
    const values = "module.exports = { rest: { defaultLimit: 10 } }";
    const call =
      "export default async ({ env }) => ({ rest: { defaultLimit: env.int('LIMIT', 30), prefix: env('PREFIX', '/api') } })";
    expect((await load({ "config/api.cjs": values })).settings.rest).toEqual({ defaultLimit: 10 });
    expect((await load({ "config/api.mjs": call })).settings.rest).toEqual({ defaultLimit: 30, prefix: "/api" });
    expect((await load({ "config/api.mjs": call }, { LIMIT: "7", PREFIX: "/x" })).settings.rest).toEqual({
      defaultLimit: 7,
      prefix: "/x",
    });
  });

  it("yields to the values for the environment in force", async () => {
    const files = {
      "config/api.json": { rest: { defaultLimit: 10, maxLimit: 50 } },
      "config/env/production/api.json": { rest: { maxLimit: 20 } },
      "config/env/development/api.json": { rest: { maxLimit: 30 } },
    };
    expect((await load(files, { NODE_ENV: "production" })).settings.rest).toEqual({ defaultLimit: 10, maxLimit: 20 });
    expect((await load(files)).settings.rest).toEqual({ defaultLimit: 10, maxLimit: 30 });
  });

  it.each([null, 0, -1])("has no maximum if it is %j", async (maxLimit) => {
    expect((await load({ "config/api.json": { rest: { maxLimit } } })).settings.rest).toEqual({
      maxLimit: Number.MAX_SAFE_INTEGER,
    });
  });

  it("accepts numbers in environment variables", async () => {
    expect((await load({ "config/api.json": { rest: { maxLimit: "40" } } })).settings.rest).toEqual({ maxLimit: 40 });
  });

  it("is read in TypeScript by every version of Node.js", async () => {
    const source =
      "import type { Core } from '@strapi/strapi';\n" +
      "const config = ({ env }: { env: any }): object => ({ rest: { defaultLimit: env.int('LIMIT', 30) as number } });\n" +
      "export default config satisfies unknown;\n";
    const { settings, warnings } = await load({ "config/api.ts": source }, { LIMIT: "7" });
    expect([settings.rest, warnings]).toEqual([{ defaultLimit: 7 }, []]);
    const project = await writeProject({ [POST]: typeFile("post"), "config/api.ts": source });
    const near = await loadProject(relative(process.cwd(), project), { environment: {} });
    expect([near.settings.rest, near.warnings]).toEqual([{ defaultLimit: 30 }, []]);
  });

  it("makes attributes private in every type", async () => {
    const { schema } = await load({ "config/api.json": { responses: { privateAttributes: ["title"] } } });
    expect(schema.type("api::post.post").attributes.get("title")?.private).toBe(true);
  });

  it("is reported where it names fields that every entry shows as private", async () => {
    const { warnings } = await load({
      "config/api.json": { responses: { privateAttributes: ["title", "createdAt"] } },
    });
    expect(warnings.map(describeFault)).toEqual([
      "config/api.json: not understood and left out: responses.privateAttributes.createdAt",
    ]);
  });

  it("is reported as a fault when it throws", async () => {
    const { settings, warnings } = await load(
      { "config/api.cjs": "module.exports = ({ env }) => env.json('BAD')" },
      { BAD: "{" },
    );
    expect(settings).toEqual({});
    expect(warnings.map(describeFault)).toEqual([
      expect.stringMatching(/^config\/api\.cjs: cannot be read: .*JSON.*\(left out\)$/),
    ]);
  });

  it("is taken from the compiled file when TypeScript is not read, and left out with a warning when there is none", async () => {
    const unreadable = "export default { rest: { defaultLimit: ((( } };";
    const built = await load({
      "config/api.ts": unreadable,
      "dist/config/api.js": "module.exports = { rest: { defaultLimit: 12 } }",
    });
    expect(built.settings.rest).toEqual({ defaultLimit: 12 });
    const { settings, warnings } = await load({ "config/api.ts": unreadable });
    expect(settings).toEqual({});
    expect(warnings.map(describeFault)).toEqual([
      expect.stringMatching(/^config\/api\.ts: is left out, with its settings: cannot be read: /),
    ]);
  });
});
