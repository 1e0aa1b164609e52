import { assertFileName } from "./file-name.ts";
import type { FileStore, StoredFile } from "./port.ts";

interface MemoryFile {
  readonly bytes: Uint8Array;
  readonly modifiedAt: number;
}

/** Files in memory, gone with the process. */
export class MemoryFileStore implements FileStore {
  readonly #files = new Map<string, MemoryFile>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async put(name: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    assertFileName(name);
    const kept: Uint8Array[] = [];
    for await (const chunk of chunks) kept.push(chunk);
    this.#files.set(name, { bytes: Buffer.concat(kept), modifiedAt: this.#now() });
  }

  async open(name: string): Promise<StoredFile | null> {
    const file = this.#files.get(name);
    if (file === undefined) return null;
    const { bytes, modifiedAt } = file;
    return { size: bytes.byteLength, modifiedAt, read: (from, to) => one(bytes.subarray(from, to)) };
  }

  async delete(name: string): Promise<void> {
    this.#files.delete(name);
  }

  async *list(): AsyncGenerator<string> {
    yield* this.#files.keys();
  }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}
