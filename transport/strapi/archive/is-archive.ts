import { existsSync } from "node:fs";
import { join } from "node:path";

const EXTENSION = /\.(tar|tar\.gz|tgz)(\.enc)?$/i;

/**
 * Whether a path names an archive: a file by its name, `.tar`, `.tar.gz` or `.tgz`, followed by `.enc` if it is
 * encrypted; a folder by the files that an unpacked archive has.
 */
export function isArchive(path: string): boolean {
  return isArchiveFile(path) || ["metadata.json", "schemas"].every((name) => existsSync(join(path, name)));
}

/** Whether a path names a file that is an archive. */
export function isArchiveFile(path: string): boolean {
  return EXTENSION.test(path);
}

/** The name of an archive without its extensions. */
export function withoutExtension(path: string): string {
  return path.replace(EXTENSION, "");
}
