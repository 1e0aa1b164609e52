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
    expect((await load({ "config/api.json": { rest, documents: {} } })).rest).toEqual({
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
    expect((await load({ "config/api.cjs": values })).rest).toEqual({ defaultLimit: 10 });
    expect((await load({ "config/api.mjs": call })).rest).toEqual({ defaultLimit: 30, prefix: "/api" });
    expect((await load({ "config/api.mjs": call }, { LIMIT: "7", PREFIX: "/x" })).rest).toEqual({
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
    expect((await load(files, { NODE_ENV: "production" })).rest).toEqual({ defaultLimit: 10, maxLimit: 20 });
    expect((await load(files)).rest).toEqual({ defaultLimit: 10, maxLimit: 30 });
  });

  it.each([null, 0, -1])("has no maximum when it says %j", async (maxLimit) => {
    expect((await load({ "config/api.json": { rest: { maxLimit } } })).rest).toEqual({
      maxLimit: Number.MAX_SAFE_INTEGER,
    });
  });

  it("takes numbers from texts, as variables of the environment are", async () => {
    expect((await load({ "config/api.json": { rest: { maxLimit: "40" } } })).rest).toEqual({ maxLimit: 40 });
  });

  it("is read in TypeScript by every version of Node.js", async () => {
    const source =
      "import type { Core } from '@strapi/strapi';\n" +
      "const config = ({ env }: { env: any }): object => ({ rest: { defaultLimit: env.int('LIMIT', 30) as number } });\n" +
      "export default config satisfies unknown;\n";
    const { rest, warnings } = await load({ "config/api.ts": source }, { LIMIT: "7" });
    expect([rest, warnings]).toEqual([{ defaultLimit: 7 }, []]);
    const project = await writeProject({ [POST]: typeFile("post"), "config/api.ts": source });
    const near = await loadProject(relative(process.cwd(), project), { environment: {} });
    expect([near.rest, near.warnings]).toEqual([{ defaultLimit: 30 }, []]);
  });

  it("makes attributes private in every type", async () => {
    const { schema } = await load({ "config/api.json": { responses: { privateAttributes: ["title"] } } });
    expect(schema.type("api::post.post").attributes.get("title")?.private).toBe(true);
  });

  it("is told as a fault when it throws", async () => {
    const { rest, warnings } = await load(
      { "config/api.cjs": "module.exports = ({ env }) => env.json('BAD')" },
      { BAD: "{" },
    );
    expect(rest).toEqual({});
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
    expect(built.rest).toEqual({ defaultLimit: 12 });
    const { rest, warnings } = await load({ "config/api.ts": unreadable });
    expect(rest).toEqual({});
    expect(warnings.map(describeFault)).toEqual([
      expect.stringMatching(/^config\/api\.ts: is left out, and so is what it sets: cannot be read: /),
    ]);
  });
});
