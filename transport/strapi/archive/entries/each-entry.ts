import { basename } from "node:path";
import { isError } from "../../../../storage/core.ts";
import { ProjectError } from "../../project/project-error.ts";
import type { ArchiveFile } from "./archive-bytes.ts";
import { type ArchiveEntry, EntryFault } from "./archive-entry.ts";
import { foundEntries } from "./found-entries.ts";
import { ARCHIVE_LIMITS, type ArchiveLimits } from "./limits.ts";

/**
 * Visits the files of an archive, or of the folder that it was unpacked to, one after the other in archive order; what a
 * visit does not read is skipped.
 *
 * @throws ProjectError that names the archive and the entry: damage, a name that leads elsewhere, a second entry of the
 * same name, anything but files and folders, and whatever a visit refuses with an EntryFault.
 */
export async function eachEntry(
  archive: ArchiveFile,
  visit: (entry: ArchiveEntry) => Promise<void> | void,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<void> {
  const names = new Set<string>();
  // The last entry begun: damage behind an entry is found while it is skipped.
  let at: string | null = null;
  try {
    for await (const { name: given, kind, size, bytes } of foundEntries(archive, limits)) {
      at = given.slice(0, 200);
      const name = safeName(given, limits);
      if (kind === "file") {
        if (names.has(name)) throw new EntryFault("occurs twice");
        if (names.size === limits.entries) throw new EntryFault(`is one entry more than ${limits.entries}`);
        names.add(name);
        await visit({ name, size, bytes });
      } else if (kind !== "directory") throw new EntryFault(`is a ${kind}, not a file`);
    }
  } catch (error) {
    throw located(archive, at, error);
  }
}

function safeName(name: string, { nameLength }: ArchiveLimits): string {
  if (name.length > nameLength) throw new EntryFault(`has a name of more than ${nameLength} characters`);
  const parts = name.split("/").filter((part) => part !== "." && part !== "");
  const leadsOut = name.startsWith("/") || /[\\\0]/.test(name) || parts.includes("..");
  if (leadsOut) throw new EntryFault("has a name that leads out of the archive");
  return parts.join("/");
}

function located({ path }: ArchiveFile, entry: string | null, error: unknown): unknown {
  const message = messageOf(error);
  if (message === undefined) return error;
  const line = error instanceof EntryFault && error.line !== null ? `, line ${error.line}` : "";
  return new ProjectError(path, [{ file: entry === null ? basename(path) : `${entry}${line}`, path: [], message }]);
}

/** The fault of the archive in words; undefined if the error is not one. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof EntryFault) return error.message;
  if (!isError(error)) return undefined;
  if ("syscall" in error) return `cannot be read: ${error.message}`;
  // The tar reader throws plain errors.
  return error.constructor.name === "Error" ? `is damaged or cut off: ${error.message}` : undefined;
}
