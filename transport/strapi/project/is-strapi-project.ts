import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isArchive } from "../archive/is-archive.ts";
import { recordAt } from "./record.ts";

/**
 * Whether a path leads to something that Strapi serves: a project whose package.json depends on Strapi, or an archive of
 * one. A folder that merely has content types in the same places is not one.
 */
export function isStrapiProject(path: string): boolean {
  return dependsOnStrapi(join(path, "package.json")) || isArchive(path);
}

function dependsOnStrapi(file: string): boolean {
  try {
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    return ["dependencies", "devDependencies"].some((kind) => "@strapi/strapi" in recordAt(manifest, kind));
  } catch {
    // Loading the project reports its faults.
    return false;
  }
}
