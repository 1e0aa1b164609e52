import type { ObjectInfo, ObjectStore } from "@nats-io/obj";
import { StorageError } from "../../error.ts";
import { inParts } from "../../file-store/in-parts.ts";
import type { Position, StoredSnapshot } from "../../port.ts";
import type { JetStreamLog } from "./log.ts";
import { PART } from "./messages.ts";
import { patiently } from "./stream.ts";

/** Milliseconds for one part. */
const PATIENCE = 10_000;

/** A snapshot as the store of objects lists it. */
interface Listed {
  readonly name: string;
  readonly at: Position;
  /** Of the batch that it ends with. */
  readonly id: string;
  readonly seq: number;
}

/** The snapshots beside a log, as objects. One shows when all of it is there. */
export class Snapshots {
  readonly #log: JetStreamLog;
  #store: Promise<ObjectStore> | null = null;

  constructor(log: JetStreamLog) {
    this.#log = log;
  }

  /** What is read after it is held against nothing that was read before. */
  async newest(): Promise<StoredSnapshot | null> {
    const [newest] = await this.list();
    this.#log.applied = newest?.at ?? 0;
    if (newest === undefined) {
      this.#log.tails.beginAnew(this.#log.start);
      return null;
    }
    const { name, at, id, seq } = newest;
    this.#log.tails.beginAnew({ first: at, last: at, id, seq, end: seq });
    this.#log.due.stored(at);
    return { at, bytes: this.#bytes(name) };
  }

  async *#bytes(name: string): AsyncGenerator<Uint8Array> {
    const found = await (await this.#objects()).get(name);
    if (found === null)
      throw new StorageError("unreadable", `${this.#log.address.shown} has lost the snapshot ${name}`);
    yield* found.data as unknown as AsyncIterable<Uint8Array>;
    const fault = await found.error;
    if (fault !== null) {
      throw new StorageError(
        "damaged",
        `The snapshot ${name} in ${this.#log.address.shown} is not whole: ${fault.message}`,
      );
    }
  }

  /** All of them, the newest first. */
  async list(): Promise<readonly Listed[]> {
    const found = await (await this.#objects()).list();
    return found.flatMap(listed).sort((a, b) => b.at - a.at);
  }

  /** Stores nothing where another node is at it, or has stored a newer one. */
  async store(at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const tail = this.#log.tails.at(at);
    if (tail === undefined) return;
    if (((await this.list())[0]?.at ?? -1) >= at) return;
    const claim = await this.#log.notes.claim(CLAIM);
    if (claim === null) return this.#log.due.leave();
    try {
      const objects = await this.#objects();
      const { log } = { log: this.#log };
      const checked = async function* () {
        for await (const part of inParts(bytes, PART)) {
          await claim.renew();
          yield part;
        }
        // The state of a batch that the log does not have, since a failover, is none.
        if (!(await log.isStillThere(tail))) throw new StorageError("misused", "The log is another one");
      };
      await objects.put(
        {
          name: `at-${at}`,
          options: { max_chunk_size: PART },
          metadata: { at: String(at), id: tail.id, seq: String(tail.seq) },
        },
        streamOf(checked()),
        { timeout: PATIENCE },
      );
      this.#log.due.stored(at);
      for (const { name } of (await this.list()).slice(2)) await objects.delete(name);
    } finally {
      await claim.release();
    }
  }

  #objects(): Promise<ObjectStore> {
    this.#store ??= patiently(() => this.#open()).catch((error: unknown) => {
      this.#store = null;
      throw error;
    });
    return this.#store;
  }

  #open(): Promise<ObjectStore> {
    const { connection, address } = this.#log;
    return new connection.nats.Objm(connection.nc).create(address.buckets.snapshots, { replicas: this.#log.replicas });
  }
}

const CLAIM = "snapshot";

function listed({ name, metadata, deleted }: ObjectInfo): Listed[] {
  const { at, id, seq } = metadata ?? {};
  if (deleted || at === undefined || id === undefined || seq === undefined) return [];
  return [{ name, at: Number(at), id, seq: Number(seq) }];
}

export function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
