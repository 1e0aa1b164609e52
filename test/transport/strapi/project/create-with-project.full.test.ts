import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { type CreateOptions, createGalley } from "../../../../transport/galley.ts";
import { generateTypes } from "../../../../transport/library/generate/generate-types.ts";
import { loadProject } from "../../../../transport/strapi/project/load-project.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { MemoryLog } from "../../../support/storage/memory-log.ts";
import { BUILD, compile } from "../../../support/typescript/compile.ts";
import { typeFile, writeProject } from "./write-project.ts";

const POST = "src/api/post/content-types/post/schema.json";
const AUTHOR = "src/api/author/content-types/author/schema.json";

const FILES = {
  "package.json": { dependencies: { "@strapi/strapi": "5.54.0" } },
  [POST]: typeFile("post", {
    title: { type: "string", required: true },
    kind: { type: "enumeration", enum: ["news", "story"] },
    author: { type: "relation", relation: "manyToOne", target: "api::author.author" },
    seo: { type: "component", component: "shared.seo" },
    body: { type: "dynamiczone", components: ["shared.seo"] },
  }),
  [AUTHOR]: { ...typeFile("author", { name: { type: "string", required: true } }), options: {} },
  "src/components/shared/seo.json": { info: {}, attributes: { metaTitle: { type: "string" } } },
};

const FAULTY = {
  ...FILES,
  [POST]: typeFile("post", {
    title: { type: "string" },
    gone: { type: "relation", relation: "oneToOne", target: "api::no.no" },
  }),
};

/** Uses that the types from `galley types` allow a test, and uses that they refuse. */
const USES = `
import { createGalley, type Entry } from ${JSON.stringify(BUILD)};

const galley = await createGalley<Schema>({ project: "./my-strapi", seed: { author: [{ name: "Ada" }] } });
const posts = galley.documents("api::post.post");
const post = await posts.create({ data: { title: "Bread", kind: "news" }, populate: { author: true, seo: true } });
export const told: [string | null, "news" | "story" | null, string | null | undefined] = [post.title, post.kind, post.seo?.metaTitle];
export const made: string = (await galley.make("author", { name: "Bob" })).name;
export type Card = Entry<Schema, "api::post.post", { populate: ["author"]; status: "published" }>;
export const title = (shown: Card): string => shown.title + (shown.author?.name ?? "");
await galley.make("plugin::users-permissions.user", { username: "ada" });
// @ts-expect-error No such type.
galley.documents("api::nope.nope");
// @ts-expect-error No such attribute.
await posts.create({ data: { titel: "x" } });
// @ts-expect-error No such attribute.
await galley.make("post", { titel: "x" });
// @ts-expect-error No such attribute.
await createGalley<Schema>({ project: "./my-strapi", seed: { author: [{ nme: "Ada" }] } });
// @ts-expect-error Not both.
await createGalley({ project: "./my-strapi", schema: { contentTypes: {} } });
// @ts-expect-error There has to be one.
await createGalley({});
// @ts-expect-error Types that are given are never repaired.
await createGalley({ schema: { contentTypes: {} }, strict: true });
`;

describe("createGalley with a project", () => {
  it("serves its content types in the profile strapi, by path and by URL", async () => {
    const project = await writeProject({ ...FILES, "config/api.json": { rest: { prefix: "/v1" } } });
    for (const each of [project, pathToFileURL(project)]) {
      await using galley = await createGalley({ project: each, open: true });
      const { documentId } = await galley.documents("api::post.post").create({ data: { title: "Bread" } });
      expect(documentId).toHaveLength(24);
      expect((await galley.fetch("/v1/posts?status=draft")).status).toBe(200);
      // Only Strapi knows such a role by itself.
      expect(galley.engine.schema.types.has("plugin::users-permissions.role")).toBe(true);
      expect((await galley.fetch("/v1/posts")).headers.has("etag")).toBe(false);
    }
  });

  it("lets its options override the project's settings", async () => {
    const project = await writeProject({ ...FILES, "config/api.json": { rest: { prefix: "/v1", maxLimit: 7 } } });
    const rest = { prefix: "/v2" };
    await using galley = await createGalley({
      project,
      profile: "contract",
      rest,
      open: true,
      seed: { author: [{ name: "Ada" }] },
    });
    const response = await galley.fetch("/v2/authors?pagination[pageSize]=50");
    expect(response.headers.has("etag")).toBe(true);
    expect(await response.json()).toMatchObject({ data: [{ name: "Ada" }], meta: { pagination: { pageSize: 7 } } });
  });

  it("logs what it leaves out, and refuses it when strict", async () => {
    const project = await writeProject(FAULTY);
    const logger = new MemoryLog();
    await using galley = await createGalley({ project, logger });
    expect(logger.lines.map(({ level, message }) => `${level} ${message}`).join("\n")).toMatch(/^warn .*gone/m);
    expect(galley.engine.schema.type("api::post.post").attributes.has("gone")).toBe(false);
    const strict = await createGalley({ project, strict: true }).catch((error: unknown) => error);
    expect(strict).toMatchObject({ name: "ProjectError", message: expect.stringContaining("gone.target") });
  });

  it("starts with the content of its own file, which visitors may read", async () => {
    const folder = await writeProject({ "db.json": { posts: [{ id: 1, title: "Bread" }] } });
    await using galley = await createGalley({ project: `${folder}/db.json` });
    expect(galley.engine.number).toBeGreaterThan(0);
  });

  it.each([
    [{}, ["schema"]],
    [{ project: "here", schema: schemaOf({}) }, ["project"]],
    [{ project: 5 }, ["project"]],
    [{ project: new URL("https://example.com") }, ["project"]],
    [{ project: "", strict: "yes" }, ["project", "strict"]],
    [{ schema: schemaOf({}), strict: true }, ["strict"]],
  ])("refuses %j", async (options, paths) => {
    const error = await createGalley(options as unknown as CreateOptions).catch((fault: unknown) => fault);
    expect(error).toMatchObject({ name: "ConfigError", issues: paths.map((path) => ({ path: [path] })) });
  });

  it("says that there is no such project", async () => {
    await expect(createGalley({ project: "/nowhere/at/all" })).rejects.toMatchObject({ name: "ProjectError" });
  });

  it("is typed by the output of galley types", async () => {
    const { schema } = await loadProject(await writeProject(FILES));
    expect((await compile(`${generateTypes(schema)}${USES}`)).errors).toBe("");
  });
});
