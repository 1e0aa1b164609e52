import type { ObjectInfo } from "@nats-io/obj";
import { StorageError } from "../../../error.ts";
import { inParts } from "../../../file-store/in-parts.ts";
import type { FoundSnapshot } from "../../shared-log/server.ts";
import { type LogTail, PART } from "../messages.ts";
import type { BatchReader } from "../reader.ts";
import type { Notes } from "./notes.ts";
import type { Objects } from "./objects.ts";

/** A snapshot as listed in the object store. */
interface Listed extends FoundSnapshot<LogTail> {
  readonly name: string;
}

/** The snapshots beside a log, stored as objects. */
export class Snapshots {
  readonly #objects: Objects;
  readonly #notes: Notes;
  readonly #reader: BatchReader;

  constructor(objects: Objects, notes: Notes, reader: BatchReader) {
    this.#objects = objects;
    this.#notes = notes;
    this.#reader = reader;
  }

  async newest(): Promise<FoundSnapshot<LogTail> | null> {
    return (await this.list())[0] ?? null;
  }

  /** All snapshots, newest first. */
  async list(): Promise<readonly Listed[]> {
    const found: Listed[] = [];
    for await (const info of this.#objects.list()) {
      const { at, id, seq, digest } = info.metadata ?? {};
      if (at === undefined || id === undefined || seq === undefined) continue;
      const place = { first: Number(at), last: Number(at), seq: Number(seq), end: Number(seq) };
      const tail = { ...place, id, digest: digest === undefined ? null : Number(digest) };
      found.push({ tail, name: info.name, bytes: () => this.#bytes(info) });
    }
    return found.sort((a, b) => b.tail.last - a.tail.last);
  }

  async *#bytes(info: ObjectInfo): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#objects.read(info);
    } catch (error) {
      throw error instanceof StorageError ? new StorageError("damaged", error.message) : error;
    }
  }

  claim({ last }: LogTail): Promise<boolean> {
    return this.#notes.claim(last);
  }

  async put(tail: LogTail, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const { last, id, seq, digest } = tail;
    let isWhole = false;
    try {
      const metadata = { at: String(last), id, seq: String(seq), ...(digest !== null && { digest: String(digest) }) };
      await this.#objects.put(`at-${last}`, this.#renewing(inParts(bytes, PART), tail), metadata);
      isWhole = true;
      for (const { name } of (await this.list()).slice(2)) await this.#objects.delete(name);
    } finally {
      await this.#notes.release(isWhole ? last : null).catch(() => {});
    }
  }

  async *#renewing(parts: AsyncIterable<Uint8Array>, tail: LogTail): AsyncGenerator<Uint8Array> {
    for await (const part of parts) {
      await this.#notes.renew();
      yield part;
    }
    await this.#notes.renew();
    // If a failover has removed its batch from the log, the snapshot is not valid.
    if (!(await this.#reader.isStillThere(tail))) throw new StorageError("misused", "The log is another one");
  }
}
