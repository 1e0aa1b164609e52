import type { Msg, MsgHdrs } from "@nats-io/transport-node";
import { isRecord } from "../../../engine/internal.ts";
import type { BatchRow } from "../shared-log/batch.ts";
import type { Tail } from "../shared-log/tails.ts";

/** A batch as the predecessor of an append. */
export interface LogTail extends Tail {
  /** The sequence of its last message in the stream. */
  readonly seq: number;
  /** The sequence of the last log message after it that is known not to be part of a batch. */
  readonly end: number;
}

export interface LogBatch extends BatchRow, LogTail {
  readonly body: Buffer;
}

/** The place of a batch alone. */
export function tailOf({ first, last, id, digest, seq, end }: LogTail): LogTail {
  return { first, last, id, digest, seq, end };
}

/** The object in a message between nodes; null for a text of someone else. */
export function recordIn(message: Msg): Readonly<Record<string, unknown>> | null {
  try {
    const found: unknown = message.json();
    return isRecord(found) ? found : null;
  } catch {
    return null;
  }
}

/** A message read from the stream. */
export interface StoredMessage {
  readonly seq: number;
  /** Whether it belongs to the log; other messages only show how far the stream reaches. */
  readonly isOfLog: boolean;
  readonly headers: MsgHdrs;
  readonly data: Uint8Array;
}

/** Size of a message in bytes. Servers accept 1 MiB by default. */
export const PART = 512 << 10;

/** The headers of each message of a batch. */
export interface PartHeaders extends Tail {
  readonly prev: string;
  readonly crc: number;
  readonly part: number;
  readonly parts: number;
}

export function writeHeaders(
  headers: MsgHdrs,
  { first, last, id, digest, prev, crc, part, parts }: PartHeaders,
): MsgHdrs {
  headers.set("Galley-First", String(first));
  headers.set("Galley-Last", String(last));
  headers.set("Galley-Id", id);
  headers.set("Galley-Prev", prev);
  headers.set("Galley-Crc", String(crc));
  if (digest !== null) headers.set("Galley-Digest", String(digest));
  headers.set("Galley-Part", `${part}/${parts}`);
  return headers;
}

/** Null for a message that no node of this log has written. */
export function readHeaders(headers: MsgHdrs): PartHeaders | null {
  const [first, last, crc] = ["Galley-First", "Galley-Last", "Galley-Crc"].map((name) => Number(headers.get(name)));
  const [part, parts] = headers.get("Galley-Part").split("/").map(Number);
  const [id, prev] = [headers.get("Galley-Id"), headers.get("Galley-Prev")];
  if (id === "" || !first || !last || crc === undefined || !part || !parts) return null;
  const digest = headers.has("Galley-Digest") ? Number(headers.get("Galley-Digest")) : null;
  return { first, last, id, digest, prev, crc, part, parts };
}

/** Assembles batches from their messages. Parts of a batch that was not finished, or was overtaken, are ignored. */
export class Assembly {
  #head: PartHeaders | null = null;
  #bodies: Uint8Array[] = [];

  /** Whether a batch has begun whose last part has not been read. */
  get isOpen(): boolean {
    return this.#head !== null;
  }

  /** Returns the batch that the message completes, or null. Log messages have to be passed in order. */
  add({ seq, headers, data }: StoredMessage): LogBatch | null {
    const head = readHeaders(headers);
    if (head?.part === 1) this.#drop();
    if (head?.part !== this.#bodies.length + 1 || (head.part > 1 && head.id !== this.#head?.id)) {
      this.#drop();
      return null;
    }
    this.#head = head;
    this.#bodies.push(data);
    if (head.part < head.parts) return null;
    const { first, last, id, digest, prev, crc } = head;
    const body = Buffer.concat(this.#bodies);
    this.#drop();
    return { first, last, id, digest, prev, crc, body, seq, end: seq };
  }

  #drop(): void {
    this.#head = null;
    this.#bodies = [];
  }
}
