import { pipeline, Readable } from "node:stream";
import { type ArchiveFile, archiveBytes, buffersOf } from "./archive-bytes.ts";
import type { FoundEntry } from "./archive-entry.ts";
import type { ArchiveLimits } from "./limits.ts";

/** The entries of a tar, in their order. Throws what `archiveBytes` does, and the plain errors of the tar's reader. */
export async function* tarEntries(archive: ArchiveFile, limits: ArchiveLimits): AsyncGenerator<FoundEntry> {
  const { extract } = await import("tar-stream");
  const tar = extract();
  // Failures of either side come out of the iteration below.
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
