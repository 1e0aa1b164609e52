import type { Adapter } from "lowdb";
import type { FileSystem } from "../file-system.ts";
import { readWhole, replaceFile } from "../files.ts";

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

  constructor(files: FileSystem, path: string, text: Text<T>) {
    this.#files = files;
    this.#path = path;
    this.#text = text;
  }

  /** Null when there is no such file. */
  readonly read = async (): Promise<T | null> => {
    const bytes = await readWhole(this.#files, this.#path);
    return bytes === null ? null : this.#text.parse(Buffer.from(bytes).toString());
  };

  /** @throws as `replaceFile` does. */
  readonly write = async (data: T): Promise<void> => {
    await replaceFile(this.#files, this.#path, [Buffer.from(this.#text.print(data))]);
  };
}
