import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { NewEntry } from "../../strapi/archive/write/new-entry.ts";
import { TwinError } from "../twin-error.ts";

/** The parts of a twin's folder that a pull replaces; the last one makes it an archive. */
const PARTS = ["schemas", "entities", "links", "configuration", "assets", "metadata.json"] as const;

/** Writes the files of an archive below a folder. */
export async function writeEntries(entries: AsyncIterable<NewEntry>, folder: string): Promise<void> {
  const made = new Set<string>();
  for await (const { name, bytes } of entries) {
    const path = join(folder, name);
    if (!made.has(dirname(path))) await mkdir(dirname(path), { recursive: true });
    made.add(dirname(path));
    await writeFile(path, bytes);
  }
}

/**
 * Makes a folder for a twin, unless it holds something of the same name that no pull has written.
 *
 * @throws TwinError
 */
export async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  const foreign = PARTS.find((part) => names.includes(part));
  if (foreign !== undefined && !names.includes("pull.json"))
    throw new TwinError(`${folder} holds ${foreign}, which no pull has written: choose another folder with --out`);
}

/** Puts bytes in the place of a file, which is there whole or not at all. */
export async function replaceFile(path: string, bytes: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  await writeFile(`${path}.part`, bytes);
  await rename(`${path}.part`, path);
}

/** Puts the parts that were written below `from` in the place of the parts in `folder`. */
export async function replaceParts(from: string, folder: string): Promise<void> {
  for (const part of PARTS.toReversed()) await rm(join(folder, part), { recursive: true, force: true });
  for (const part of PARTS) {
    await rename(join(from, part), join(folder, part)).catch((error: NodeJS.ErrnoException) => {
      // No file was read.
      if (error.code !== "ENOENT" || part !== "assets") throw error;
    });
  }
}
