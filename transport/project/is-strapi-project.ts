import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isArchive } from "../archive/is-archive.ts";
import { recordAt } from "./record.ts";

/** Whether a path leads to what Strapi serves: a project, told by its `src/api` or its dependency, or an archive of one. */
export function isStrapiProject(path: string): boolean {
  return existsSync(join(path, "src", "api")) || dependsOnStrapi(join(path, "package.json")) || isArchive(path);
}

function dependsOnStrapi(file: string): boolean {
  try {
    return "@strapi/strapi" in recordAt(JSON.parse(readFileSync(file, "utf8")), "dependencies");
  } catch {
    // Loading the project tells what is wrong with it.
    return false;
  }
}
