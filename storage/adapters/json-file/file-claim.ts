import type { FileSystem } from "../../files/file-system.ts";
import type { Lock } from "../../files/lock/lock.ts";

/**
 * Keeps other processes out of a file that is replaced again and again, under whatever name (hard link) they open it. Both
 * inodes are locked: the first one of the path, which other names still have, and its present one.
 */
export class FileClaim {
  readonly #files: FileSystem;
  readonly #path: string;
  readonly #first: Lock;
  #newest: Promise<Lock | null> = Promise.resolve(null);
  #isOutdated = false;

  private constructor(files: FileSystem, path: string, first: Lock) {
    this.#files = files;
    this.#path = path;
    this.#first = first;
  }

  /** @throws StorageError `locked`, and what the file system throws. */
  static async take(files: FileSystem, path: string): Promise<FileClaim> {
    return new FileClaim(files, path, await files.lockFile(path));
  }

  /** Moves to the file that the path names now, without waiting. */
  follow(): void {
    if (this.#isOutdated) return;
    this.#isOutdated = true;
    this.#newest = this.#newest.then(async (before) => {
      this.#isOutdated = false;
      // If it was removed meanwhile, or is being claimed, there is nothing to hold.
      const next = await this.#files.lockFile(this.#path).catch(() => null);
      await before?.release();
      return next;
    });
  }

  async release(): Promise<void> {
    await (await this.#newest)?.release();
    await this.#first.release();
  }
}
