import { createReadStream, type Dirent, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { type ArchiveFile, archiveBytes, buffersOf } from "./archive-bytes.ts";
import type { FoundEntry } from "./archive-entry.ts";
import type { ArchiveLimits } from "./limits.ts";

/** The entries of an archive, or of the folder that it was unpacked to. Throws as `tarEntries` does. */
export function foundEntries(archive: ArchiveFile, limits: ArchiveLimits): AsyncIterable<FoundEntry> {
  if (archive.entries !== undefined) return archive.entries();
  const isFolder = statSync(archive.path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? folderEntries(archive.path) : tarEntries(archive, limits);
}

/** The entries of a tar, in order. Throws what `archiveBytes` does, and the plain errors of the tar reader. */
async function* tarEntries(archive: ArchiveFile, limits: ArchiveLimits): AsyncGenerator<FoundEntry> {
  const { extract } = await import("tar-stream");
  const tar = extract();
  // Failures of either side are thrown by the iteration below.
  pipeline(Readable.from(archiveBytes(archive, limits)), tar, () => {});
  try {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header;
      const kind = type === "contiguous-file" ? "file" : String(type);
      yield { name, kind, size, bytes: buffersOf(entry) };
      entry.resume();
    }
  } finally {
    tar.destroy();
  }
}

/** The files below a folder, as `strapi export --format dir` writes one, by name. Links are listed, not followed. */
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

/** Opened on first read. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  yield* buffersOf(createReadStream(path));
}

async function* nothing(): AsyncGenerator<Buffer> {}
