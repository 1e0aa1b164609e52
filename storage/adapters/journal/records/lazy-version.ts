import type { VersionRecord } from "../../../../engine/internal.ts";
import { textOf } from "../../../files/text-of.ts";

/** A version in a record. It is parsed when more than its ids is read, which a start seldom needs. */
export class LazyVersion implements VersionRecord {
  readonly id: number;
  readonly documentId: string;
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #end: number;
  #parsed: VersionRecord | null = null;

  /** The caller has checked that the bytes between `start` and `end` are a version with these ids. */
  constructor(id: number, documentId: string, bytes: Buffer, start: number, end: number) {
    this.id = id;
    this.documentId = documentId;
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
  }

  get createdAt(): string {
    return this.#whole.createdAt;
  }

  get updatedAt(): string {
    return this.#whole.updatedAt;
  }

  get publishedAt(): string | null {
    return this.#whole.publishedAt;
  }

  get values(): VersionRecord["values"] {
    return this.#whole.values;
  }

  get #whole(): VersionRecord {
    this.#parsed ??= JSON.parse(textOf(this.#bytes.subarray(this.#start, this.#end))) as VersionRecord;
    return this.#parsed;
  }
}
