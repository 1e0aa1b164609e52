import { extname, join } from "node:path";
import { snakeCase } from "../../../../engine/internal.ts";
import type { Findings } from "../findings.ts";
import { type Folder, readFolder } from "./folder.ts";
import { EXTENSIONS } from "./read-data.ts";

/** A file of one content type or component. */
export interface ModelFile {
  readonly part: "contentTypes" | "components";
  readonly uid: string;
  /** Relative to the project, with slashes. */
  readonly file: string;
  /** The type has no routes, while others of the project have some: it has no REST endpoints then, as in Strapi. */
  readonly unrouted: boolean;
  /** A plugin in the project defines it: its uid ends with its singular name, whatever its folder is called. */
  readonly ofPlugin: boolean;
}

type Found = Omit<ModelFile, "unrouted" | "ofPlugin">;

type Read = (folder: string) => Promise<Folder>;

/**
 * Finds the models of a project by the paths of their files:
 *
 *     src/api/<api>/content-types/<type>/schema.json         api::<api>.<type>
 *     src/plugins/<plugin>/server/content-types/<type>/schema.json    plugin::<plugin>.<type>
 *     src/extensions/<plugin>/content-types/<type>/schema.json    plugin::<plugin>.<type>
 *     src/components/<category>/<name>.json                  <category>.<name>
 *
 * An extension comes after the plugin that it extends.
 * The same without `src` if there is no such folder, and modules in place of JSON files.
 */
export async function findModels(project: string, findings: Findings): Promise<ModelFile[]> {
  const read: Read = async (folder) => {
    const found = await readFolder(join(project, folder));
    for (const [name, message] of found.unreadable) findings.fault(name === "" ? folder : `${folder}/${name}`, message);
    return found;
  };
  const inSource = (await readFolder(join(project, "src"))).folders.some((name) => ROOTS.has(name));
  const base = inSource ? "src/" : "";
  const uidOf = (api: string, type: string) => `api::${kebabCase(api)}.${kebabCase(type)}`;
  const missing = (folder: string) => findings.fault(folder, "holds no schema.json");
  const types = await findContentTypes(`${base}api`, "content-types", uidOf, read, missing);
  const routed = await Promise.all(types.map(({ file }) => hasRoutes(file, read)));
  const ofPlugins = await findPluginTypes(`${base}plugins`, read);
  const others = [
    // A folder without a schema extends nothing.
    ...(await findContentTypes(`${base}extensions`, "content-types", pluginUid, read)),
    ...(await findComponents(`${base}components`, read)),
  ];
  return [
    ...types.map((type, at) => ({ ...type, unrouted: routed.includes(true) && routed[at] !== true, ofPlugin: false })),
    ...ofPlugins.map((type) => ({ ...type, unrouted: false, ofPlugin: true })),
    ...others.map((other) => ({ ...other, unrouted: false, ofPlugin: false })),
  ];
}

/** Whether the API of a content type has any routes: only running them would show which belong to the type. */
async function hasRoutes(file: string, read: Read): Promise<boolean> {
  const { files } = await read(file.replace(/content-types\/[\s\S]*$/, "routes"));
  return files.some((name) => EXTENSIONS.some((extension) => extension !== ".json" && name.endsWith(extension)));
}

const ROOTS: ReadonlySet<string> = new Set(["api", "components", "extensions"]);

/** Plugins in JavaScript have `server/content-types`, plugins in TypeScript `server/src/content-types`. */
async function findPluginTypes(root: string, read: Read): Promise<Found[]> {
  // A folder without a schema: the plugin defines the type in its code.
  const found = (inner: string) => findContentTypes(root, inner, pluginUid, read);
  return [...(await found("server/content-types")), ...(await found("server/src/content-types"))];
}

function pluginUid(plugin: string, type: string): string {
  return `plugin::${plugin}.${type}`;
}

async function findContentTypes(
  root: string,
  inner: string,
  uidOf: (owner: string, type: string) => string,
  read: Read,
  missing: (folder: string) => void = () => {},
): Promise<Found[]> {
  const models: Found[] = [];
  for (const owner of (await read(root)).folders)
    for (const type of (await read(`${root}/${owner}/${inner}`)).folders) {
      const folder = `${root}/${owner}/${inner}/${type}`;
      const { files } = await read(folder);
      const name = EXTENSIONS.map((extension) => `schema${extension}`).find((each) => files.includes(each));
      if (name === undefined) missing(folder);
      else models.push({ part: "contentTypes", uid: uidOf(owner, type), file: `${folder}/${name}` });
    }
  return models;
}

async function findComponents(root: string, read: Read): Promise<Found[]> {
  const models: Found[] = [];
  for (const category of (await read(root)).folders)
    for (const name of (await read(`${root}/${category}`)).files) {
      const extension = extname(name);
      if (name.endsWith(".d.ts") || !EXTENSIONS.some((each) => each === extension)) continue;
      const uid = `${category}.${name.slice(0, -extension.length)}`.toLowerCase();
      models.push({ part: "components", uid, file: `${root}/${category}/${name}` });
    }
  return models;
}

/** The name of a folder or file in kebab case, as Strapi writes it: `mainMenu2` is `main-menu-2`, but `menu2` stays. */
export function kebabCase(name: string): string {
  return /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) ? name : snakeCase(name).replaceAll("_", "-");
}
