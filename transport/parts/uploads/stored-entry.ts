import { type Entry, FILE_TYPE, findFirst, OBJECTS } from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { byKey } from "../../contract/by-id.ts";
import { serviceReading } from "../../contract/service-read.ts";

/** The provider of files stored by this server. Bytes stored by other providers are not removed here. */
export const LOCAL = "local";

/** The values of a file's entry that are needed to change or remove it. */
export interface StoredEntry {
  readonly documentId: string;
  readonly hash: string;
  readonly ext: string;
  readonly provider: string;
  /** File names of its smaller formats. */
  readonly formatFiles: readonly string[];
}

/** The entry of a file by its numeric id or documentId; null if there is none. */
export function storedEntry(store: Store, key: string): StoredEntry | null {
  const query = byKey(FILE_TYPE, key);
  const entry = findFirst(serviceReading(store, query), OBJECTS, query);
  // The requested output makes it an object.
  return entry === null ? null : toStoredEntry(entry as Entry);
}

function toStoredEntry({ documentId, hash, ext, provider, formats }: Entry): StoredEntry {
  const forms = typeof formats === "object" && formats !== null ? Object.values(formats) : [];
  return {
    documentId: String(documentId),
    hash: String(hash),
    ext: typeof ext === "string" ? ext : "",
    provider: String(provider),
    formatFiles: forms.flatMap(fileNameOf),
  };
}

function fileNameOf(form: unknown): string[] {
  if (typeof form !== "object" || form === null) return [];
  const { hash, ext } = form as { readonly hash?: unknown; readonly ext?: unknown };
  return typeof hash === "string" && typeof ext === "string" ? [hash + ext] : [];
}
