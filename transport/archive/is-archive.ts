/** Whether a file is an archive, by its name: `.tar`, `.tar.gz` or `.tgz`, and `.enc` behind that when it is encrypted. */
export function isArchive(path: string): boolean {
  return /\.(tar|tar\.gz|tgz)(\.enc)?$/i.test(path);
}
