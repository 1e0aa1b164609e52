import { type FileStore, isFileName } from "../../../storage/core.ts";
import { type ArchiveEntry, EntryFault } from "./entries/archive-entry.ts";

/** The folder of the bytes of files in an archive. */
export const UPLOADS = "assets/uploads/";
/** The folder of their descriptions, as JSON. */
export const SIDECARS = "assets/metadata/";

/** Adds the files of an archive to a file store, and removes them again on failure. */
export class ArchiveAssets {
  readonly #files: FileStore;
  readonly #put: string[] = [];

  constructor(files: FileStore) {
    this.#files = files;
  }

  get count(): number {
    return this.#put.length;
  }

  /** @throws EntryFault for a name that is invalid or taken. */
  async take({ name, bytes }: ArchiveEntry): Promise<void> {
    if (!name.startsWith(UPLOADS)) return;
    const file = name.slice(UPLOADS.length);
    if (!isFileName(file)) throw new EntryFault("has a name that no file can have");
    if ((await this.#files.open(file)) !== null) throw new EntryFault("already exists among the uploaded files");
    this.#put.push(file);
    await this.#files.put(file, bytes);
  }

  /** Removes the added files. */
  async takeBack(): Promise<void> {
    for (const file of this.#put) await this.#files.delete(file);
  }
}
