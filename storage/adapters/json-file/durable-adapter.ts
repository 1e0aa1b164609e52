import { createHash, type Hash } from "node:crypto";
import type { Adapter } from "lowdb";
import { StorageError } from "../../error.ts";
import { but } from "../../files/but.ts";
import type { FileSystem } from "../../files/file-system.ts";
import { readWhole, replaceFile } from "../../files/files.ts";
import { strictText } from "../../files/utf8.ts";

export interface Text<T> {
  parse(text: string): T;
  /** In pieces, produced as they are written. */
  print(data: T): Iterable<string>;
}

/** Characters written at a time: enough to make calls cheap, too few to fill memory. */
const WRITTEN_TOGETHER = 1 << 20;

/**
 * A durable lowdb adapter: it writes aside, syncs, renames and syncs the folder, whereas lowdb itself stops at renaming
 * and so can lose the file's content, or the renaming, in a power cut. Edits by someone else are not overwritten.
 */
export class DurableAdapter<T> implements Adapter<T> {
  readonly #files: FileSystem;
  readonly #path: string;
  readonly #text: Text<T>;
  /** Digest of what the file should contain, as last read or written. */
  #last: string | null = null;
  #lastLength = 0;

  constructor(files: FileSystem, path: string, text: Text<T>) {
    this.#files = but(files, {
      rename: async (from, to) => {
        await this.assertOwn();
        await files.rename(from, to);
      },
    });
    this.#path = path;
    this.#text = text;
  }

  /** Null if there is no such file. */
  readonly read = async (): Promise<T | null> => {
    const bytes = await readWhole(this.#files, this.#path);
    if (bytes === null) return null;
    const data = this.#text.parse(strictText(bytes));
    this.#last = newDigest().update(bytes).digest("base64");
    return data;
  };

  /** The bytes of the file if someone else has changed it since it was read or written here; else null. */
  readonly readForeign = async (): Promise<Uint8Array | null> => {
    const bytes = await readWhole(this.#files, this.#path);
    return bytes === null || newDigest().update(bytes).digest("base64") === this.#last ? null : bytes;
  };

  /** From now on these bytes, which someone else has written, may be overwritten. */
  accept(foreign: Uint8Array): void {
    this.#last = newDigest().update(foreign).digest("base64");
  }

  /** @throws StorageError `diverged` (rejected) if someone else has changed the file since it was read or written here. */
  async assertOwn(): Promise<void> {
    if ((await this.readForeign()) === null) return;
    const advice = "restart to take the change in, or serve with --watch";
    throw new StorageError("diverged", `another program changed ${this.#path}, which is left as it is: ${advice}`);
  }

  /** @throws as `replaceFile` does, and as `assertOwn` does. */
  readonly write = async (data: T): Promise<void> => {
    const digest = newDigest();
    let length = 0;
    const written = function* (chunks: Iterable<Buffer>) {
      for (const chunk of chunks) {
        digest.update(chunk);
        length += chunk.length;
        yield chunk;
      }
    };
    try {
      await replaceFile(this.#files, this.#path, written(this.#print(data)));
      this.#lastLength = length;
    } catch (error) {
      this.#lastLength = 0;
      for (const chunk of this.#print(data)) this.#lastLength += chunk.length;
      throw error;
    }
    this.#last = digest.digest("base64");
  };

  /** Bytes of the text that was last written, or was to be. */
  get lastLength(): number {
    return this.#lastLength;
  }

  *#print(data: T): Generator<Buffer> {
    let text = "";
    for (const piece of this.#text.print(data)) {
      text += piece;
      if (text.length < WRITTEN_TOGETHER) continue;
      yield Buffer.from(text);
      text = "";
    }
    yield Buffer.from(text);
  }
}

function newDigest(): Hash {
  return createHash("sha256");
}
