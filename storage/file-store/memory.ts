import { assertFileName } from "./file-name.ts";
import type { FileStore, ReceivedFile, StoredFile } from "./port.ts";

interface MemoryFile {
  readonly bytes: Uint8Array;
  readonly modifiedAt: number;
}

/** Files by name; null for one of the underlying store that was deleted here. */
type Files = Map<string, MemoryFile | null>;

export interface MemoryFileOptions {
  readonly now?: () => number;
  /** Another store whose present and future files are visible here. It never sees a change made here. */
  readonly over?: FileStore;
}

/** Files in memory, lost when the process ends. Forks take constant time, and neither side sees the other's changes. */
export class MemoryFileStore implements FileStore {
  readonly #now: () => number;
  #over: FileStore | null;
  #files: Files = new Map();
  /** Copy-on-write: set while a fork shares the map, which is then copied before the next change. */
  #isShared = false;

  constructor({ now = Date.now, over }: MemoryFileOptions = {}) {
    this.#now = now;
    this.#over = over ?? null;
  }

  async put(name: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    assertFileName(name);
    await (await this.receive(bytes)).keep(name);
  }

  async receive(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    const kept: Uint8Array[] = [];
    for await (const chunk of chunks) kept.push(chunk);
    const bytes = Buffer.concat(kept);
    return {
      size: bytes.byteLength,
      keep: async (name) => {
        assertFileName(name);
        this.#writable().set(name, { bytes, modifiedAt: this.#now() });
      },
      discard: async () => {},
    };
  }

  async open(name: string): Promise<StoredFile | null> {
    const file = this.#files.get(name);
    if (file === undefined) return this.#over?.open(name) ?? null;
    if (file === null) return null;
    const { bytes, modifiedAt } = file;
    return { size: bytes.byteLength, modifiedAt, read: (from, to) => one(bytes.subarray(from, to)) };
  }

  async delete(name: string): Promise<void> {
    if (this.#over === null) this.#writable().delete(name);
    else this.#writable().set(name, null);
  }

  async *list(): AsyncGenerator<string> {
    const files = this.#files;
    for (const [name, file] of files) if (file !== null) yield name;
    if (this.#over === null) return;
    for await (const name of this.#over.list()) if (!files.has(name)) yield name;
  }

  /** A second store with the same files. */
  fork(now: () => number = this.#now): MemoryFileStore {
    const fork = new MemoryFileStore({ now });
    fork.become(this);
    return fork;
  }

  /** Takes over the files of another store. */
  become(other: MemoryFileStore): void {
    other.#isShared = true;
    this.#isShared = true;
    this.#over = other.#over;
    this.#files = other.#files;
  }

  #writable(): Files {
    if (this.#isShared) this.#files = new Map(this.#files);
    this.#isShared = false;
    return this.#files;
  }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}
