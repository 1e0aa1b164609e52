import { join } from "node:path";
import { appendFailed, errorCode, refusalOf } from "../error.ts";
import { absolutePath } from "../files/absolute-path.ts";
import { type FileSystem, type OpenFile, realFileSystem } from "../files/file-system.ts";
import { asideOf, makeFolders, moveInto, replaceFile, writeNew } from "../files/files.ts";
import { assertFileName, isAside, isFileName } from "./file-name.ts";
import type { FileStore, ReceivedFile, StoredFile } from "./port.ts";

/** Prefix of received files that have no name yet. */
const RECEIVED = "received";

/** Bytes read at a time. */
const CHUNK = 64 * 1024;

/**
 * Files in one folder, under their names. The first `put` creates the folder and removes what interrupted writes left
 * behind. That is safe because only one process uses the folder: the lock of the storage beside it sees to that. Where
 * processes share the folder (`isShared`), one of them calls `removeLeftovers` before any of them starts writing.
 */
export class FolderFileStore implements FileStore {
  /** The folder, as an absolute path. */
  readonly path: string;
  readonly #files: FileSystem;
  readonly #isShared: boolean;
  #prepared: Promise<void> | null = null;

  constructor(path: string, files: FileSystem = realFileSystem, { isShared = false } = {}) {
    this.#isShared = isShared;
    this.path = absolutePath(path);
    this.#files = files;
  }

  async put(name: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    assertFileName(name);
    try {
      await this.#prepare();
      await replaceFile(this.#files, join(this.path, name), bytes);
    } catch (error) {
      const refusal = refusalOf(error);
      throw refusal.noRoom ? appendFailed(refusal) : error;
    }
  }

  async receive(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    await this.#prepare();
    const aside = asideOf(join(this.path, RECEIVED));
    let isKept = false;
    const discard = async (): Promise<void> => {
      if (!isKept) await nullIfMissing(this.#files.remove(aside));
    };
    try {
      const size = await writeNew(this.#files, aside, aside, bytes);
      const keep = async (name: string): Promise<void> => {
        assertFileName(name);
        await moveInto(this.#files, aside, join(this.path, name));
        isKept = true;
      };
      return { size, keep, discard };
    } catch (error) {
      await discard().catch(() => {});
      throw error;
    }
  }

  async open(name: string): Promise<StoredFile | null> {
    const file = await this.#open(name);
    if (file === null) return null;
    try {
      const [size, modifiedAt] = [await file.size(), await file.modifiedAt()];
      return { size, modifiedAt, read: (from = 0, to = size) => this.#read(name, from, Math.min(to, size)) };
    } finally {
      await file.close();
    }
  }

  async delete(name: string): Promise<void> {
    if (!isFileName(name)) return;
    if (await nullIfMissing(this.#files.remove(join(this.path, name)).then(() => true))) {
      await this.#files.syncFolder(this.path);
    }
  }

  async *list(): AsyncGenerator<string> {
    const names = await nullIfMissing(this.#files.list(this.path));
    for (const name of names ?? []) if (isFileName(name)) yield name;
  }

  /** Removes what interrupted writes left behind. */
  async removeLeftovers(): Promise<void> {
    for (const name of (await nullIfMissing(this.#files.list(this.path))) ?? []) {
      if (isAside(name)) await this.#files.remove(join(this.path, name));
    }
  }

  #prepare(): Promise<void> {
    this.#prepared ??= this.#begin().catch((error: unknown) => {
      this.#prepared = null;
      throw error;
    });
    return this.#prepared;
  }

  async #begin(): Promise<void> {
    await makeFolders(this.#files, this.path);
    if (!this.#isShared) await this.removeLeftovers();
  }

  #open(name: string): Promise<OpenFile | null> {
    if (!isFileName(name)) return Promise.resolve(null);
    return nullIfMissing(this.#files.open(join(this.path, name), "read"));
  }

  /** Opens the file on the first read, so a file that nobody reads holds no descriptor. */
  async *#read(name: string, from: number, to: number): AsyncGenerator<Uint8Array> {
    const file = await this.#open(name);
    if (file === null) throw new Error(`${name} was removed before it was read`);
    try {
      for (let at = from; at < to; ) {
        const bytes = await file.read(at, Math.min(CHUNK, to - at));
        if (bytes.byteLength === 0) throw new Error(`${name} became shorter while it was read`);
        yield bytes;
        at += bytes.byteLength;
      }
    } finally {
      await file.close();
    }
  }
}

/** The result, or null if there is no file, or a folder under that name. */
async function nullIfMissing<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "EISDIR") return null;
    throw error;
  }
}
