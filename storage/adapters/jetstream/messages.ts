import type { MsgHdrs } from "@nats-io/transport-node";
import type { BatchRow } from "../batch-log/batch.ts";
import type { Tail } from "../batch-log/tails.ts";

/** A batch as what an append goes on from. */
export interface LogTail extends Tail {
  /** Sequence of its last message in the stream. */
  readonly seq: number;
  /** Sequence of the last message of the log that is known to come after it without being a batch. */
  readonly end: number;
}

export interface LogBatch extends BatchRow, LogTail {
  readonly body: Buffer;
}

/** A message of the stream, as it is read. */
export interface StoredMessage {
  readonly seq: number;
  /** Of the log; the others only show how far the stream goes. */
  readonly isOfLog: boolean;
  readonly headers: MsgHdrs;
  readonly data: Uint8Array;
}

/** Bytes of a message: servers take 1 MiB where nothing else is set. */
export const PART = 512 << 10;

/** What stands in the headers of each of a batch's messages. */
export interface PartHeaders extends Tail {
  readonly prev: string;
  readonly crc: number;
  readonly part: number;
  readonly parts: number;
}

export function writeHeaders(headers: MsgHdrs, { first, last, id, prev, crc, part, parts }: PartHeaders): MsgHdrs {
  headers.set("Galley-First", String(first));
  headers.set("Galley-Last", String(last));
  headers.set("Galley-Id", id);
  headers.set("Galley-Prev", prev);
  headers.set("Galley-Crc", String(crc));
  headers.set("Galley-Part", `${part}/${parts}`);
  return headers;
}

/** Null for a message that no node of this log wrote. */
export function readHeaders(headers: MsgHdrs): PartHeaders | null {
  const [first, last, crc] = ["Galley-First", "Galley-Last", "Galley-Crc"].map((name) => Number(headers.get(name)));
  const [part, parts] = headers.get("Galley-Part").split("/").map(Number);
  const [id, prev] = [headers.get("Galley-Id"), headers.get("Galley-Prev")];
  if (id === "" || !first || !last || crc === undefined || !part || !parts) return null;
  return { first, last, id, prev, crc, part, parts };
}

/** Puts batches together from their messages. Parts of one that was not finished, or was overtaken, count as nothing. */
export class Assembly {
  #head: PartHeaders | null = null;
  #bodies: Uint8Array[] = [];

  /** Whether a batch has begun and its last part has yet to come. */
  get isOpen(): boolean {
    return this.#head !== null;
  }

  /** Gives the batch that the message ends. Messages of the log come in order. */
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
    const { first, last, id, prev, crc } = head;
    const body = Buffer.concat(this.#bodies);
    this.#drop();
    return { first, last, id, prev, crc, body, seq, end: seq };
  }

  #drop(): void {
    this.#head = null;
    this.#bodies = [];
  }
}
