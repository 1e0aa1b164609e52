import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProfileName } from "../../contract/profiles/profile-name.ts";
import { isArchive } from "../archive/is-archive.ts";
import { recordAt } from "./record.ts";

/**
 * Whether a path leads to something that Strapi serves: a project whose package.json depends on Strapi, or an archive of
 * one. A folder that merely has content types in the same places is not one.
 */
export function isStrapiProject(path: string): boolean {
  return strapiRange(join(path, "package.json")) !== null || isArchive(path);
}

/** Content that comes from Strapi is served as Strapi would serve it. */
export function defaultProfile(source: string | undefined): ProfileName {
  return source !== undefined && isStrapiProject(source) ? "strapi" : "contract";
}

/** The range of Strapi's version in package.json if that is 4; else null. */
export function strapi4Of(path: string): string | null {
  const range = strapiRange(join(path, "package.json"));
  return range !== null && /^[\^~>=v\s]*4\b/.test(range) ? range : null;
}

function strapiRange(file: string): string | null {
  try {
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    const kinds = ["dependencies", "devDependencies"].map((kind) => recordAt(manifest, kind));
    const found = kinds.find((packages) => "@strapi/strapi" in packages);
    return found === undefined ? null : String(found["@strapi/strapi"]);
  } catch {
    // Loading the project reports its faults.
    return null;
  }
}
