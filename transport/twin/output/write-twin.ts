import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { inParts } from "../../../storage/core.ts";
import { SIDECARS } from "../../strapi/archive/archive-assets.ts";
import type { NewEntry } from "../../strapi/archive/write/new-entry.ts";
import type { FileSink } from "../pull/files.ts";
import { TwinError } from "../twin-error.ts";

/** The parts of a twin's folder that a pull replaces; the last one makes it an archive. */
const PARTS = ["schemas", "entities", "links", "configuration", "assets", "metadata.json"] as const;

const BLOCK = 65_536;

/** Writes the files of an archive below a folder. */
export async function writeEntries(entries: AsyncIterable<NewEntry>, folder: string): Promise<void> {
  const made = new Set<string>();
  for await (const { name, bytes } of entries) {
    const path = join(folder, name);
    if (!made.has(dirname(path))) await mkdir(dirname(path), { recursive: true });
    made.add(dirname(path));
    // Each part is a write of its own, and lists come line by line.
    await writeFile(path, inParts(bytes, BLOCK));
  }
}

/** The same for a whole archive, in the place of one that an ended process has begun there; its uploads stay. */
export async function writeParts(entries: AsyncIterable<NewEntry>, folder: string): Promise<void> {
  for (const part of PARTS)
    await rm(join(folder, part === "assets" ? SIDECARS : part), { recursive: true, force: true });
  await writeEntries(entries, folder);
}

/**
 * Makes a folder for a twin, unless it holds something of the same name that no pull has written.
 *
 * @throws TwinError
 */
export async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST" && error.code !== "ENOTDIR") throw error;
    throw new TwinError(`${folder} is no folder, or below a file: choose another name with --out`);
  });
  const names = await readdir(folder);
  const foreign = PARTS.find((part) => names.includes(part));
  // A pull that ended between its parts and its report has left its state.
  if (foreign !== undefined && !names.includes("pull.json") && !names.includes(".pull"))
    throw new TwinError(`${folder} holds ${foreign}, which no pull has written: choose another folder with --out`);
}

/** Puts bytes in the place of a file, which is there whole or not at all. */
export async function replaceFile(
  path: string,
  bytes: string | Uint8Array | AsyncIterable<string | Uint8Array>,
  mode?: number,
): Promise<void> {
  await writeFile(`${path}.part`, bytes, { mode });
  await rename(`${path}.part`, path);
}

/** Files in a folder. */
export function folderSink(folder: string): FileSink {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true });
      await replaceFile(join(folder, name), bytes);
    },
    has: async (name) => existsSync(join(folder, name)),
  };
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
