import type { Adapter } from "lowdb";
import type { FileSystem } from "../../files/file-system.ts";
import { readWhole, replaceFile } from "../../files/files.ts";
import { strictText } from "../../files/utf8.ts";

export interface Text<T> {
  parse(text: string): T;
  print(data: T): string;
}

/**
 * A lowdb adapter that keeps what it has acknowledged: it writes aside, syncs, renames and syncs the folder, where
 * lowdb's own stops at renaming and so loses the file's content, or the renaming, in a power cut.
 */
export class DurableAdapter<T> implements Adapter<T> {
  readonly #files: FileSystem;
  readonly #path: string;
  readonly #text: Text<T>;
  /** What the file should hold, as it was read or written last. */
  #last: string | null = null;
  #lastLength = 0;

  constructor(files: FileSystem, path: string, text: Text<T>) {
    this.#files = files;
    this.#path = path;
    this.#text = text;
  }

  /** Null when there is no such file. */
  readonly read = async (): Promise<T | null> => {
    const bytes = await readWhole(this.#files, this.#path);
    if (bytes === null) return null;
    const text = strictText(bytes);
    const data = this.#text.parse(text);
    this.#last = text;
    return data;
  };

  /** The bytes of the file if someone else has changed it since it was read or written here; else null. */
  readonly readForeign = async (): Promise<Uint8Array | null> => {
    const bytes = await readWhole(this.#files, this.#path);
    return bytes === null || Buffer.from(bytes).toString() === this.#last ? null : bytes;
  };

  /** @throws as `replaceFile` does. */
  readonly write = async (data: T): Promise<void> => {
    const text = this.#text.print(data);
    const bytes = Buffer.from(text);
    this.#lastLength = bytes.length;
    await replaceFile(this.#files, this.#path, [bytes]);
    this.#last = text;
  };

  /** Bytes of the text that was written last, or was to be. */
  get lastLength(): number {
    return this.#lastLength;
  }
}
