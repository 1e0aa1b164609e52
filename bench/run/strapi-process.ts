import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, cp, mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AttributeDefinitions, ContentTypeDefinition, SchemaDefinition } from "../../engine/schema/definition.ts";
import { freePort } from "../../test/support/free-port.ts";
import { blogContent, type Size } from "../content/data.ts";
import { BLOG } from "../content/schema.ts";
import { TOKEN } from "../http/contestant.ts";
import { RESULTS } from "./folders.ts";
import { STRAPI } from "./peers.ts";
import { type Server, startProgram } from "./server-process.ts";
import { withFolder } from "./with-folder.ts";

/** Starts a Strapi in an empty folder, with the content of `data.ts` in a SQLite file. */
export async function startStrapi(size: Size, folder: string): Promise<Server> {
  const filled = await filledDatabase(size);
  await copyFile(filled, join(folder, "data.db"));
  return startStrapiProject(folder, BLOG, {});
}

/** The database with this content; filled only once, because that takes a while. */
async function filledDatabase(size: Size): Promise<string> {
  const content = JSON.stringify(blogContent(size));
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 12);
  const filled = join(RESULTS, `strapi-${size.posts}-${digest}.db`);
  if (existsSync(filled)) return filled;
  return withFolder(async (folder) => {
    const file = join(folder, "content.json");
    await writeFile(file, content);
    const server = await startStrapiProject(folder, BLOG, { CONTENT: file, TOKEN });
    await server.stop();
    await mkdir(RESULTS, { recursive: true });
    await copyFile(join(folder, "data.db"), `${filled}.part`);
    await rename(`${filled}.part`, filled);
    return filled;
  });
}

/**
 * Starts a Strapi with these content types in an empty folder. `src/index.js` and `config/` of its project show which
 * environment variables it reads.
 */
export async function startStrapiProject(
  folder: string,
  schema: SchemaDefinition,
  environment: { readonly [name: string]: string },
): Promise<Server> {
  await makeProject(folder, schema);
  return startStrapiApp(folder, environment);
}

/** Starts an existing project on a free port. */
export async function startStrapiApp(
  folder: string,
  environment: { readonly [name: string]: string },
): Promise<Server> {
  const surroundings = {
    folder,
    environment: {
      NODE_ENV: "production",
      STRAPI_TELEMETRY_DISABLED: "true",
      PORT: String(await freePort()),
      DATABASE: join(folder, "data.db"),
      ...environment,
    },
  };
  return startProgram(["start.js"], surroundings);
}

/** Writes a project like one made by `create-strapi`, with the parts that the API needs. */
async function makeProject(folder: string, { contentTypes, components = {} }: SchemaDefinition): Promise<void> {
  await makeStrapiApp(folder);
  for (const type of Object.values(contentTypes)) await writeType(folder, type);
  for (const [uid, { attributes }] of Object.entries(components)) await writeComponent(folder, uid, attributes);
}

/** Writes a project without content types. */
export async function makeStrapiApp(folder: string): Promise<void> {
  for (const part of ["config", "src", "start.js", "package.json"]) {
    await cp(join(STRAPI, part), join(folder, part), { recursive: true });
  }
  await symlink(join(STRAPI, "node_modules"), join(folder, "node_modules"));
  for (const empty of ["public/uploads", "database/migrations"]) await mkdir(join(folder, empty), { recursive: true });
}

/** The files that Strapi's own generator writes for a content type. */
async function writeType(folder: string, type: ContentTypeDefinition): Promise<void> {
  const { singularName: name, pluralName } = type.info;
  const definition = JSON.stringify({ ...type, collectionName: pluralName.replaceAll("-", "_") });
  await writeInto(join(folder, "src/api", name, "content-types", name), "schema.json", definition);
  await writeTypeCode(folder, name, name);
}

/** Writes the code of a content type of the API `api`, which uses Strapi's own controller, service and routes. */
export async function writeTypeCode(folder: string, api: string, name: string): Promise<void> {
  const uid = JSON.stringify(`api::${api}.${name}`);
  for (const [place, kind] of [
    ["controllers", "Controller"],
    ["services", "Service"],
    ["routes", "Router"],
  ] as const) {
    const code = `module.exports = require("@strapi/strapi").factories.createCore${kind}(${uid});\n`;
    await writeInto(join(folder, "src/api", api, place), `${name}.js`, code);
  }
}

async function writeInto(folder: string, file: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), text);
}

async function writeComponent(folder: string, uid: string, attributes: AttributeDefinitions): Promise<void> {
  const [category = "", name = ""] = uid.split(".");
  const collectionName = `components_${category}_${name}`.replaceAll("-", "_");
  const text = JSON.stringify({ collectionName, info: { displayName: name }, options: {}, attributes });
  await writeInto(join(folder, "src/components", category), `${name}.json`, text);
}
