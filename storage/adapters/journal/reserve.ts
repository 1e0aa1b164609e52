import { join } from "node:path";
import type { FileSystem, OpenFile } from "../../files/file-system.ts";
import type { Appended, Entry } from "../../port.ts";
import { RESERVE } from "./names.ts";

const PIECE = 4096;

/**
 * A file whose room on the disk is given to deletions when there is no other: whoever wants to make room must be able
 * to write that down.
 */
export class Reserve {
  readonly #files: FileSystem;
  readonly #path: string;
  readonly #bytes: number;
  /** Whether it has all of its bytes. */
  #isFull = false;

  constructor(files: FileSystem, folder: string, bytes: number) {
    this.#files = files;
    this.#path = join(folder, RESERVE);
    this.#bytes = bytes;
  }

  /** Makes the file, as far as there is room. Never rejects. */
  async fill(): Promise<void> {
    if (this.#bytes === 0 || this.#isFull) return;
    await this.#remove();
    let file: OpenFile | null = null;
    try {
      file = await this.#files.open(this.#path, "create");
      const piece = Buffer.alloc(PIECE, 1);
      for (let at = 0; at < this.#bytes; ) at += await file.write(piece, at);
      this.#isFull = true;
    } catch {
      // The file keeps its size; the next deletion may find more room.
    }
    await file?.close().catch(() => {});
  }

  /** Appends again, into its room, what deletes something and found no room. */
  async append(failed: Appended, again: () => Promise<Appended>): Promise<Appended> {
    if (this.#bytes === 0 || failed.kind !== "failed" || failed.noRoom !== true) return failed;
    this.#isFull = false;
    if (!(await this.#remove())) return failed;
    const appended = await again();
    // At once: other writes would take the room.
    await this.fill();
    return appended;
  }

  async #remove(): Promise<boolean> {
    return this.#files.remove(this.#path).then(
      () => true,
      () => false,
    );
  }
}

/** Whether a batch removes entries. */
export function removes(batch: readonly Entry[]): boolean {
  return batch.some(({ body: { changes } }) => changes.some(({ kind }) => kind === "remove"));
}

/** The same of encoded records. Values may look like it, which does no harm. */
export function removesIn(texts: readonly string[]): boolean {
  return texts.some((text) => text.includes('"kind":"remove"'));
}
