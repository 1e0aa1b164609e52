import { existsSync } from "node:fs";
import { join } from "node:path";

const EXTENSION = /\.(tar|tar\.gz|tgz)(\.enc)?$/i;

/**
 * Whether a path is that of an archive: a file by its name, `.tar`, `.tar.gz` or `.tgz`, and `.enc` behind that when it
 * is encrypted; a folder by what an archive is unpacked to.
 */
export function isArchive(path: string): boolean {
  return EXTENSION.test(path) || ["metadata.json", "schemas"].every((name) => existsSync(join(path, name)));
}

/** The name of an archive without the extensions of its packing. */
export function withoutExtension(path: string): string {
  return path.replace(EXTENSION, "");
}
