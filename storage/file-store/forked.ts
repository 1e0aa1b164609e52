import { MemoryFileStore } from "./memory.ts";
import type { FileStore, StoredFile } from "./port.ts";

/** The files of another store, with changes in memory that the other never sees. Later ones of its own are seen here. */
export class ForkedFileStore implements FileStore {
  readonly #base: FileStore;
  readonly #own: MemoryFileStore;
  readonly #deleted = new Set<string>();

  constructor(base: FileStore, now?: () => number) {
    this.#base = base;
    this.#own = new MemoryFileStore(now);
  }

  async put(name: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    await this.#own.put(name, bytes);
    this.#deleted.delete(name);
  }

  async open(name: string): Promise<StoredFile | null> {
    if (this.#deleted.has(name)) return null;
    return (await this.#own.open(name)) ?? this.#base.open(name);
  }

  async delete(name: string): Promise<void> {
    await this.#own.delete(name);
    this.#deleted.add(name);
  }

  async *list(): AsyncGenerator<string> {
    const own = new Set<string>();
    for await (const name of this.#own.list()) {
      own.add(name);
      yield name;
    }
    for await (const name of this.#base.list()) if (!own.has(name) && !this.#deleted.has(name)) yield name;
  }
}
