import type { ObjectInfo } from "@nats-io/obj";
import { StorageError } from "../../error.ts";
import { inParts } from "../../file-store/in-parts.ts";
import type { Position, StoredSnapshot } from "../../port.ts";
import type { JetStreamLog } from "./log.ts";
import { type LogTail, PART } from "./messages.ts";
import type { Objects } from "./objects.ts";

/** A snapshot as listed in the object store. */
interface Listed {
  readonly info: ObjectInfo;
  readonly at: Position;
  /** Id of the batch that it ends with. */
  readonly id: string;
  readonly seq: number;
  readonly digest: number | null;
}

/**
 * The snapshots beside a log, stored as objects. One node at a time stores one; it becomes visible when it is complete.
 */
export class Snapshots {
  readonly #log: JetStreamLog;
  readonly #objects: Objects;
  /** Position of the snapshot that this node has claimed. */
  #claimed: Position | null = null;

  constructor(log: JetStreamLog) {
    this.#log = log;
    this.#objects = log.objects(log.address.buckets.snapshots);
  }

  /** What is read after it is not compared with anything read before. */
  async newest(): Promise<StoredSnapshot | null> {
    const [newest] = await this.list();
    this.#log.applied = newest?.at ?? 0;
    await this.#log.notes.beat();
    if (newest === undefined) {
      this.#log.tails.beginAnew(this.#log.start);
      return null;
    }
    const { at, id, seq, digest } = newest;
    this.#log.tails.beginAnew({ first: at, last: at, id, digest, seq, end: seq });
    this.#log.due.stored(at);
    return { at, bytes: this.#bytes(newest) };
  }

  async *#bytes({ info, at }: Listed): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#objects.read(info);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      const [newest] = await this.list();
      const { shown } = this.#log.address;
      // Two newer ones have been stored in the meantime.
      if (newest !== undefined && newest.at > at)
        throw new StorageError("trimmed", `The snapshot at position ${at} in ${shown} is forgotten`);
      throw new StorageError("damaged", `The snapshot at position ${at} in ${shown} is not whole`);
    }
  }

  /** All snapshots, newest first. */
  async list(): Promise<readonly Listed[]> {
    const found: Listed[] = [];
    for await (const info of this.#objects.list()) {
      const { at, id, seq, digest } = info.metadata ?? {};
      if (at === undefined || id === undefined || seq === undefined) continue;
      found.push({ info, at: Number(at), id, seq: Number(seq), digest: digest === undefined ? null : Number(digest) });
    }
    return found.sort((a, b) => b.at - a.at);
  }

  /** False if another node is storing one, or has stored one that is as recent. */
  async claim(at: Position): Promise<boolean> {
    const { tails, notes, due } = this.#log;
    if (tails.at(at) === undefined) return false;
    const isClaimed = await notes.claim(at);
    this.#claimed = isClaimed ? at : null;
    if (!isClaimed) due.leave();
    return isClaimed;
  }

  /** Stores nothing if the position cannot be claimed. */
  async store(at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.#claimed !== at && !(await this.claim(at))) return;
    this.#claimed = null;
    const tail = this.#log.tails.at(at);
    if (tail === undefined) return;
    const { notes, due } = this.#log;
    let isWhole = false;
    try {
      const { id, seq, digest } = tail;
      const metadata = { at: String(at), id, seq: String(seq), ...(digest !== null && { digest: String(digest) }) };
      await this.#objects.put(`at-${at}`, this.#renewing(inParts(bytes, PART), tail), metadata);
      isWhole = true;
      due.stored(at);
      for (const { info } of (await this.list()).slice(2)) await this.#objects.delete(info.name);
    } finally {
      await notes.release(isWhole ? at : null).catch(() => {});
    }
  }

  async *#renewing(parts: AsyncIterable<Uint8Array>, tail: LogTail): AsyncGenerator<Uint8Array> {
    for await (const part of parts) {
      await this.#log.notes.renew();
      yield part;
    }
    await this.#log.notes.renew();
    // If a failover has removed its batch from the log, the snapshot is not valid.
    if (!(await this.#log.isStillThere(tail))) throw new StorageError("misused", "The log is another one");
  }
}
