import { randomUUID } from "node:crypto";
import { StorageError } from "../../../error.ts";
import { assertFileName, isFileName } from "../../../file-store/file-name.ts";
import { inParts } from "../../../file-store/in-parts.ts";
import type { FileStore, ReceivedFile, StoredFile } from "../../../file-store/port.ts";
import { PART } from "../messages.ts";
import type { Objects } from "./objects.ts";

/** Prefix of the keys of files that have no name yet. Keys of named files contain no slash. */
const RECEIVED = "received/";
/** Milliseconds after which a file that was received but not kept counts as abandoned. */
const LEFT = 3_600_000;

/** Uploaded files beside a log, shared by all its nodes. They can be used while the log is open. */
export class JetStreamFiles implements FileStore {
  readonly #objects: () => Objects;
  readonly #now: () => number;
  #isSwept = false;

  /** `objects` and `now`, the servers' clock, throw StorageError `misused` while the log is not open. */
  constructor(objects: () => Objects, now: () => number) {
    this.#objects = objects;
    this.#now = now;
  }

  async put(name: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    assertFileName(name);
    await this.#objects().put(keyOf(name), inParts(bytes, PART));
  }

  async receive(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    await this.#sweep();
    const name = RECEIVED + randomUUID();
    const { size } = await this.#objects().put(name, inParts(bytes, PART));
    return {
      size,
      keep: async (kept) => {
        assertFileName(kept);
        if ((await this.#objects().find(name)) === null)
          throw new StorageError("misused", "The received file no longer exists");
        await this.#objects().rename(name, keyOf(kept));
      },
      discard: () => this.#objects().delete(name),
    };
  }

  async open(name: string): Promise<StoredFile | null> {
    const found = isFileName(name) ? await this.#objects().find(keyOf(name)) : null;
    if (found === null) return null;
    const { size, mtime } = found;
    return {
      size,
      modifiedAt: Date.parse(mtime),
      read: (from = 0, to = size) => this.#objects().read(found, from, Math.min(to, size)),
    };
  }

  async delete(name: string): Promise<void> {
    if (isFileName(name)) await this.#objects().delete(keyOf(name));
  }

  async *list(): AsyncGenerator<string> {
    for await (const { name } of this.#objects().list()) if (!name.startsWith(RECEIVED)) yield decodeURIComponent(name);
  }

  /** Removes, once per process, the files of processes that ended between receiving and keeping them. */
  async #sweep(): Promise<void> {
    if (this.#isSwept) return;
    this.#isSwept = true;
    for await (const { name, mtime } of this.#objects().list()) {
      if (name.startsWith(RECEIVED) && this.#now() - Date.parse(mtime) > LEFT) await this.#objects().delete(name);
    }
  }
}

/** The NATS client accepts only names of single-byte characters. */
function keyOf(name: string): string {
  return encodeURIComponent(name);
}
