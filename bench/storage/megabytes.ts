import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** The size of the files in a folder whose names have this prefix, in megabytes (millions of bytes). */
export async function megabytesIn(folder: string, beginning: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(beginning));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}
