import { onTestFinished } from "vitest";
import type { CreateOptions } from "../../../../transport/config/galley-options.ts";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import type { Log } from "../../../../transport/runtime/log.ts";
import { writeProject } from "../project/write-project.ts";

/** The content types of a project with drafts (post), without (tag), a single type (site) and a component. */
export const TYPES = {
  "package.json": { name: "my-strapi", dependencies: { "@strapi/strapi": "5.54.0" } },
  "src/api/post/content-types/post/schema.json": {
    kind: "collectionType",
    collectionName: "posts",
    info: { singularName: "post", pluralName: "posts", displayName: "Post" },
    options: { draftAndPublish: true },
    attributes: {
      title: { type: "string", required: true },
      slug: { type: "string" },
      views: { type: "integer", default: 0 },
      secret: { type: "string", private: true },
      tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "posts" },
      seo: { type: "component", component: "shared.seo" },
    },
  },
  "src/api/tag/content-types/tag/schema.json": {
    kind: "collectionType",
    collectionName: "tags",
    info: { singularName: "tag", pluralName: "tags", displayName: "Tag" },
    options: { draftAndPublish: false },
    attributes: {
      name: { type: "string" },
      posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
    },
  },
  "src/api/site/content-types/site/schema.json": {
    kind: "singleType",
    collectionName: "site",
    info: { singularName: "site", pluralName: "sites", displayName: "Site" },
    options: { draftAndPublish: false },
    attributes: { name: { type: "string" } },
  },
  ...Object.fromEntries(
    ["post", "tag", "site"].map((name) => [
      `src/api/${name}/routes/${name}.js`,
      `module.exports = require("@strapi/strapi").factories.createCoreRouter("api::${name}.${name}");`,
    ]),
  ),
  "src/components/shared/seo.json": {
    collectionName: "components_shared_seos",
    info: { displayName: "Seo" },
    attributes: { metaTitle: { type: "string" } },
  },
};

/** A log that keeps its lines. */
export function keptLog() {
  const lines: string[] = [];
  const line = (level: string) => (fields: object, message: string) => {
    const { err } = fields as { readonly err?: { readonly message: string } };
    lines.push(`${level} ${message}${err === undefined ? "" : `: ${err.message}`}`);
  };
  const log: Log = { info: line("info"), warn: line("warn"), error: line("error") };
  return { lines, log };
}

/** A galley that runs the code in these files, until the test is over. */
export async function runProject(
  files: { readonly [file: string]: unknown },
  options: Partial<CreateOptions> = {},
): Promise<Galley & { readonly project: string }> {
  const project = await writeProject({ ...TYPES, ...files });
  const galley = await createGalley({ open: true, ...options, project, run: true } as CreateOptions);
  onTestFinished(() => galley.close());
  return Object.assign(galley, { project });
}

/** Code that gives the value of an expression with `strapi`, as `ask(galley, "…")` calls it. */
export const ASKED = {
  "src/index.js": `
    const AsyncFunction = (async () => {}).constructor;
    module.exports = {
      bootstrap({ strapi }) {
        globalThis.ask = (text) => new AsyncFunction("strapi", text)(strapi);
      },
    };`,
};

/** The result of code with `strapi`, in a project that has `ASKED`. */
export async function ask(text: string): Promise<unknown> {
  return (globalThis as unknown as { ask(text: string): Promise<unknown> }).ask(text);
}
