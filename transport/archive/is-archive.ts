const EXTENSION = /\.(tar|tar\.gz|tgz)(\.enc)?$/i;

/** Whether a file is an archive, by its name: `.tar`, `.tar.gz` or `.tgz`, and `.enc` behind that when it is encrypted. */
export function isArchive(path: string): boolean {
  return EXTENSION.test(path);
}

/** The name of an archive without what tells how it is packed. */
export function withoutExtension(path: string): string {
  return path.replace(EXTENSION, "");
}
