import { join, relative, sep } from "node:path";
import { readFolder } from "./files/folder.ts";

/** Names the files that a folder without content types lacks, and folders that have some. */
export async function nothingFound(project: string): Promise<string> {
  if (await isOfStrapi3(project)) return STRAPI_3;
  const places = (await projectsIn(project, DEPTH)).map((place) => relative(project, place).replaceAll(sep, "/"));
  return places.length === 0 ? NOTHING : `${NOTHING}; there are some in ${places.join(", ")}`;
}

const NOTHING =
  "holds no content types: looked for src/api/*/content-types/*/schema.json and the same without src (schema.js and schema.ts too)";

const STRAPI_3 =
  "holds no content types: api/*/models/*.settings.json are of Strapi 3, and are not read; Strapi's migration to version 4 turns them into schema.json";

/** Repositories of several packages have them in `apps/NAME` and the like. */
const DEPTH = 2;
/** The folder may be anything, such as a home. */
const MAX_FOLDERS = 100;

async function projectsIn(folder: string, depth: number): Promise<readonly string[]> {
  if (depth === 0) return [];
  const { folders } = await readFolder(folder);
  const inside = folders.filter((name) => name !== "node_modules").slice(0, MAX_FOLDERS);
  const found = inside.map(async (name) => {
    const place = join(folder, name);
    return (await hasTypes(place)) ? [place] : projectsIn(place, depth - 1);
  });
  return (await Promise.all(found)).flat();
}

async function hasTypes(folder: string): Promise<boolean> {
  const apis = join(folder, "src", "api");
  const { folders } = await readFolder(apis);
  const inside = await Promise.all(folders.map((name) => readFolder(join(apis, name))));
  return inside.some(({ folders }) => folders.includes("content-types"));
}

async function isOfStrapi3(project: string): Promise<boolean> {
  const apis = join(project, "api");
  const { folders } = await readFolder(apis);
  const models = await Promise.all(folders.map((name) => readFolder(join(apis, name, "models"))));
  return models.some(({ files }) => files.some((name) => name.endsWith(".settings.json")));
}
