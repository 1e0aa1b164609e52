import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadProject, type ProjectOptions } from "../../../../transport/strapi/project/load-project.ts";
import { describeFault, ProjectError } from "../../../../transport/strapi/project/project-error.ts";
import { PEER_TYPES } from "../../../support/content/peer-types.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { typeFile, writeProject } from "./write-project.ts";

const POST = "src/api/post/content-types/post/schema.json";
const TAG = "src/api/tag/content-types/tag/schema.json";
const SEO = "src/components/shared/seo.json";

const seo = { collectionName: "components_shared_seos", info: {}, attributes: { title: { type: "string" } } };

/** The types under `api::` that are loaded. */
async function typesOf(files: { readonly [path: string]: unknown }): Promise<string[]> {
  const { schema } = await loadProject(await writeProject(files));
  return [...schema.types.keys()].filter((uid) => uid !== "plugin::upload.file");
}

async function faultsOf(project: string, options?: ProjectOptions): Promise<string[]> {
  const error = await loadProject(project, { strict: true, ...options }).catch((thrown: unknown) => thrown);
  if (!(error instanceof ProjectError)) throw error;
  return error.faults.map(describeFault);
}

describe("loadProject", () => {
  it("reads the content types and components of a Strapi project", async () => {
    const project = await writeProject({
      [POST]: typeFile("post", { seo: { type: "component", component: "shared.seo" } }),
      [TAG]: typeFile("tag"),
      [SEO]: seo,
      "src/api/.hidden/content-types/x/schema.json": "not of interest",
      "package.json": "not of interest",
    });
    const { schema, definition, settings, warnings } = await loadProject(project);
    expect([...schema.types.keys()]).toEqual(["api::post.post", "api::tag.tag", "plugin::upload.file"]);
    expect([...schema.components.keys()]).toEqual(["shared.seo"]);
    expect(definition.contentTypes["api::tag.tag"]).toEqual(typeFile("tag"));
    expect([settings, warnings]).toEqual([{}, []]);
  });

  it("gives no endpoints to types of an API without routes, where others have some, and says so", async () => {
    const project = await writeProject({
      [POST]: typeFile("post"),
      [TAG]: typeFile("tag"),
      "src/api/post/routes/post.js": "throw new Error('not of interest')",
    });
    const { schema, warnings } = await loadProject(project);
    expect([...schema.byPath.keys()]).toEqual(["posts"]);
    expect(schema.types.has("api::tag.tag")).toBe(true);
    expect(warnings.map(describeFault)).toEqual([
      `${TAG}: has no REST endpoints: its API has no routes`,
      ".: Run the project's own code with --run-project: 1 file (1 route)",
    ]);
  });

  it("reads the same layout without src", async () => {
    expect(await typesOf({ "api/post/content-types/post/schema.json": typeFile("post") })).toEqual(["api::post.post"]);
    expect(await typesOf({ "src/other.txt": "", "api/post/content-types/post/schema.json": typeFile("post") })).toEqual(
      ["api::post.post"],
    );
  });

  it("brings folder names into kebab case", async () => {
    expect(await typesOf({ "src/api/blogPosts/content-types/Blog_Post/schema.json": typeFile("post") })).toEqual([
      "api::blog-posts.blog-post",
    ]);
  });

  it("reads one file that holds everything", async () => {
    const everything = { contentTypes: { "api::post.post": typeFile("post") }, components: { "shared.seo": seo } };
    const project = await writeProject({
      "types.json": everything,
      "types.mjs": `export default ${JSON.stringify(everything)}`,
    });
    for (const file of ["types.json", "types.mjs"]) {
      const { schema } = await loadProject(join(project, file));
      expect([...schema.byPath.keys(), ...schema.components.keys()]).toEqual(["posts", "shared.seo"]);
    }
  });

  it("reads modules in place of JSON files", async () => {
    const post = `module.exports = ${JSON.stringify(typeFile("post", { title: { type: "string" } }))}`;
    const tag = `export default { ...${JSON.stringify(typeFile("tag"))}, attributes: { name: { type: "string", regex: /^a/ } } }`;
    const project = await writeProject({
      "src/api/post/content-types/post/schema.cjs": post,
      "src/api/tag/content-types/tag/schema.mjs": tag,
      "src/components/shared/seo.cjs": `exports.__esModule = true; exports.default = ${JSON.stringify(seo)}`,
      "src/components/shared/seo.d.ts": "not of interest",
    });
    const { schema } = await loadProject(project);
    expect([...schema.type("api::post.post").attributes.keys()]).toEqual(["title"]);
    expect(schema.type("api::tag.tag").attributes.get("name")).toMatchObject({ regex: /^a/ });
    expect([...schema.components.keys()]).toEqual(["shared.seo"]);
  });

  it("looks for schemas alone under extensions", async () => {
    const project = await writeProject({
      [POST]: typeFile("post"),
      "src/extensions/users-permissions/content-types/user/lifecycles.ts": "export default { afterCreate() {} };",
    });
    expect((await loadProject(project, { strict: true })).warnings.map(({ file }) => file)).toEqual(["."]);
  });

  it("lays the types under extensions over those of the plugins", async () => {
    const user = { attributes: { nick: { type: "string" } } };
    const project = await writeProject({
      [POST]: typeFile("post"),
      "src/extensions/users-permissions/content-types/user/schema.json": user,
      "src/extensions/stars/content-types/star/schema.json": typeFile("star"),
    });
    const { schema } = await loadProject(project);
    expect(schema.type("plugin::users-permissions.user")).toMatchObject({ singularName: "user", rest: false });
    expect([...schema.type("plugin::users-permissions.user").attributes.keys()].slice(-2)).toEqual(["role", "nick"]);
    expect(schema.type("plugin::stars.star").rest).toBe(false);
  });

  it("treats custom fields as declared, and warns about unknown ones", async () => {
    const field = (customField: string) => ({ type: "customField", customField });
    const project = await writeProject({
      [POST]: typeFile("post", { stars: field("plugin::stars.stars"), other: field("plugin::none.known") }),
    });
    const { schema, warnings } = await loadProject(project, { customFields: { "plugin::stars.stars": "integer" } });
    expect(schema.type("api::post.post").attributes.get("stars")).toMatchObject({ type: "integer" });
    expect(warnings.map(describeFault)).toEqual([
      `${POST}: attributes.other: is taken as json: plugin::none.known is not known`,
    ]);
  });

  it("loads the same types as a running Strapi", async () => {
    const definition = schemaOf(PEER_TYPES.types, PEER_TYPES.components);
    const files = [
      ...Object.entries(definition.contentTypes).map(([uid, type]) => {
        const name = uid.slice(uid.indexOf(".") + 1);
        return [`src/api/${name}/content-types/${name}/schema.json`, type];
      }),
      ...Object.entries(definition.components ?? {}).map(([uid, component]) => {
        return [`src/components/${uid.replace(".", "/")}.json`, { collectionName: uid, ...component }];
      }),
    ];
    const { schema } = await loadProject(await writeProject(Object.fromEntries(files)));
    expect([...schema.types.keys()].sort()).toEqual(
      [...Object.keys(definition.contentTypes), "plugin::upload.file"].sort(),
    );
  });
});

describe("a ProjectError", () => {
  it("has every fault with its file and path", async () => {
    const project = await writeProject({
      [POST]: typeFile("post", {
        tag: { type: "relation", relation: "oneToOne", target: "api::tag.tag", inversedBy: "post" },
        other: { type: "relation", relation: "oneToOne", target: "api::none.none" },
      }),
      [TAG]: '{ "kind": "collectionType",\n  "info": { "singularName": } }',
      [SEO]: { attributes: { x: { type: "uid" } } },
      "src/api/empty/content-types/nothing/lifecycles.js": "",
      "src/api/bad/content-types/bad/schema.cjs": "throw new Error('out of order')",
      "config/api.json": { rest: { defaultLimit: "many" } },
    });
    expect((await faultsOf(project)).sort()).toEqual([
      "config/api.json: rest.defaultLimit: must be a number",
      "src/api/bad/content-types/bad/schema.cjs: cannot be read: out of order",
      "src/api/empty/content-types/nothing: holds no schema.json",
      `${POST}: attributes.other.target: names api::none.none, which is not a content type`,
      `${TAG}: is not JSON: unexpected "}" at line 2, column 29`,
      `${SEO}: attributes.x.type: must not be uid inside a component`,
      `${SEO}: collectionName: is missing`,
    ]);
  });

  it("names the file of a model that is no object or has no proper uid", async () => {
    const project = await writeProject({
      [POST]: "5",
      "src/components/sh ared/seo.json": seo,
    });
    expect(await faultsOf(project)).toEqual(
      [
        "src/components/sh ared/seo.json: must be under a uid such as shared.seo",
        `${POST}: must be an object`,
      ].reverse(),
    );
  });

  it("names both files of one uid", async () => {
    const project = await writeProject({
      "src/api/blog-post/content-types/post/schema.json": typeFile("post"),
      "src/api/blogPost/content-types/post/schema.json": typeFile("post"),
    });
    expect(await faultsOf(project)).toEqual([
      "src/api/blogPost/content-types/post/schema.json: is api::blog-post.post, which src/api/blog-post/content-types/post/schema.json is already",
    ]);
  });

  it("names the expected files in a folder without content types", async () => {
    expect(await faultsOf(await writeProject({ "readme.txt": "" }))).toEqual([
      ".: holds no content types: looked for src/api/*/content-types/*/schema.json and the same without src (schema.js and schema.ts too)",
    ]);
  });

  it("names the folders below that have some, as repositories of several packages do", async () => {
    const files = [`apps/cms/${POST}`, `shop/${POST}`, `node_modules/x/${POST}`, "apps/web/src/api/post.ts"];
    const project = await writeProject(Object.fromEntries(files.map((file) => [file, typeFile("post")])));
    expect(await faultsOf(project)).toEqual([
      expect.stringMatching(/^\.: holds no content types: .*; there are some in apps\/cms, shop$/),
    ]);
  });

  it("knows the layout of Strapi 3", async () => {
    const project = await writeProject({ "api/post/models/post.settings.json": {} });
    expect(await faultsOf(project)).toEqual([expect.stringContaining("are of Strapi 3, and are not read")]);
  });

  it("says so when there is nothing at the path", async () => {
    const [fault] = await faultsOf(join(await writeProject({}), "nowhere"));
    expect(fault).toBe(".: cannot be read: there is no such file or folder");
  });

  it("has the faults of one file that holds everything with their whole path", async () => {
    const project = await writeProject({
      "types.json": { contentTypes: { post: typeFile("post", { x: {} }) }, components: { "a.b": {} } },
      "list.json": [],
      "broken.json": "{",
      "types.txt": "",
    });
    expect(await faultsOf(join(project, "types.json"))).toEqual([
      "types.json: contentTypes.post: must be under a uid such as api::post.post",
      "types.json: components.a.b.attributes: is missing",
      "types.json: contentTypes.post.attributes.x.type: is missing",
    ]);
    expect(await faultsOf(join(project, "list.json"))).toEqual(["list.json: must hold an object"]);
    expect(await faultsOf(join(project, "broken.json"))).toEqual([
      "broken.json: is not JSON: unexpected end at line 1, column 2",
    ]);
    expect(await faultsOf(join(project, "types.txt"))).toEqual([
      "types.txt: must be a folder or a file of .json, .js, .cjs, .mjs, .ts",
    ]);
  });

  it("is the error for circular links and folders in place of files", async () => {
    const project = await writeProject({ [TAG]: typeFile("tag"), "src/components/shared/seo.json/x": "" });
    await mkdir(join(project, POST), { recursive: true });
    await symlink("loop", join(project, "src/api/loop"));
    await symlink("..", join(project, "src/api/up"));
    const faults = await faultsOf(project);
    expect(faults).toEqual([
      expect.stringMatching(/^src\/api\/loop: cannot be read: ELOOP/),
      "src/api/post/content-types/post: holds no schema.json",
    ]);
  });
});
