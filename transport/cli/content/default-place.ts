import { statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { isArchive, withoutExtension } from "../../strapi/archive/is-archive.ts";

/** Where earlier versions kept all content that was served from the current folder. */
export const SHARED_PLACE = join("galley-data", "db.json");

/**
 * The default place of content: one per source. A folder's is inside the folder, a file's beside the file, the demo's in
 * the current folder.
 */
export function defaultPlace(source: string | undefined): string {
  if (source === undefined) return resolve("galley-data", "demo.json");
  const path = resolve(source);
  if (isFolder(path)) return join(path, "galley-data", "db.json");
  const name = basename(isArchive(path) ? withoutExtension(path) : path.slice(0, -extname(path).length || undefined));
  return join(dirname(path), "galley-data", `${name}.json`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
