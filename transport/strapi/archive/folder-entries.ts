import { createReadStream, type Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { buffersOf } from "./archive-bytes.ts";
import type { FoundEntry } from "./archive-entry.ts";

/** The files below a folder, as `strapi export --format dir` writes one, by name. Links are told, not followed. */
export async function* folderEntries(folder: string, within = ""): AsyncGenerator<FoundEntry> {
  const entries = await readdir(join(folder, within), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const name = within === "" ? entry.name : `${within}/${entry.name}`;
    const path = join(folder, name);
    if (entry.isDirectory()) yield* folderEntries(folder, name);
    else if (!entry.isFile()) yield { name, kind: kindOf(entry), size: 0, bytes: nothing() };
    else yield { name, kind: "file", size: (await stat(path)).size, bytes: bytesOf(path) };
  }
}

function kindOf(entry: Dirent): string {
  return entry.isSymbolicLink() ? "symlink" : "device";
}

/** Opened only once someone reads it. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  yield* buffersOf(createReadStream(path));
}

async function* nothing(): AsyncGenerator<Buffer> {}
