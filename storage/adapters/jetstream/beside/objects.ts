import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ObjectInfo, ObjectStore } from "@nats-io/obj";
import { StorageError } from "../../../error.ts";
import type { Connection, Look } from "../connection.ts";
import { PART } from "../messages.ts";
import { patiently } from "../stream.ts";
import { eachMessage } from "./each-message.ts";

/** Milliseconds to wait until a part is stored, or until a server has received what another one has. */
const PART_TIMEOUT = 5000;
const PAUSE = 20;

export interface ObjectsParts {
  readonly connection: () => Connection;
  readonly bucket: string;
  readonly replicas: () => number;
}

/** Large values by name. A value becomes visible when it is complete. */
export class Objects {
  readonly #parts: ObjectsParts;
  #store: Promise<ObjectStore> | null = null;

  constructor(parts: ObjectsParts) {
    this.#parts = parts;
  }

  /** Null if there is none. */
  async find(name: string): Promise<ObjectInfo | null> {
    const found = await (await this.#bucket()).info(name);
    return found === null || found.deleted ? null : found;
  }

  async *list(): AsyncGenerator<ObjectInfo> {
    await this.#bucket();
    for await (const { data } of eachMessage((seq) => this.#look("M.>", seq))) {
      const found = JSON.parse(Buffer.from(data).toString()) as ObjectInfo;
      if (!found.deleted) yield found;
    }
  }

  /**
   * Replaces the value under the name. Throws (rejected) what `bytes` throws. `bytes` is closed in every case, and read
   * no further.
   */
  async put(
    name: string,
    bytes: AsyncGenerator<Uint8Array>,
    metadata: Record<string, string> = {},
  ): Promise<ObjectInfo> {
    const meta = { name, metadata, options: { max_chunk_size: PART } };
    let failure: unknown = null;
    const noting = (error: unknown) => {
      failure = error;
      throw error;
    };
    try {
      return await (await this.#bucket()).put(
        meta,
        streamOf(() => bytes.next().catch(noting)),
        { timeout: PART_TIMEOUT },
      );
    } catch (error) {
      // If the client cannot remove the parts of what broke off, it throws that instead.
      throw failure ?? error;
    } finally {
      // Not awaited: a source that waits for its next bytes closes when they arrive.
      bytes.return(undefined).catch(() => {});
    }
  }

  /** The bytes of the object that was found. Throws if they have been removed or replaced since. */
  async *read({ nuid, size, digest, name }: ObjectInfo, from = 0, to = size): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    let at = 0;
    for (let seq = 1, since = performance.now(); at < to; ) {
      const { messages } = await this.#look(`C.${nuid}`, seq);
      if (messages.length === 0) {
        // The server that answered may not have received everything yet; the leader has.
        if ((await this.find(name))?.nuid !== nuid || performance.now() - since > PART_TIMEOUT) throw gone(name);
        await sleep(PAUSE);
        continue;
      }
      since = performance.now();
      for (const { data } of messages) {
        hash.update(data);
        const piece = data.subarray(Math.max(0, from - at), Math.max(0, to - at));
        if (piece.length > 0) yield piece;
        at += data.length;
      }
      seq = (messages.at(-1)?.seq ?? seq) + 1;
    }
    const isWhole = from === 0 && to === size;
    if (isWhole && hash.digest("base64url") !== digest.replace(/^SHA-256=/, "").replaceAll("=", "")) throw gone(name);
  }

  async delete(name: string): Promise<void> {
    if ((await this.find(name)) !== null) await (await this.#bucket()).delete(name);
  }

  /** Replaces the value under the other name. */
  async rename(from: string, to: string): Promise<void> {
    await this.delete(to);
    await (await this.#bucket()).update(from, { name: to });
  }

  /** Descriptions (`M.>`), or the parts of one object, from a sequence on. */
  #look(subject: string, seq: number): Promise<Look> {
    const { bucket, connection } = this.#parts;
    const range = { stream: `OBJ_${bucket}`, subject: `$O.${bucket}.${subject}`, seq };
    return patiently(() => connection().look(range), PART_TIMEOUT);
  }

  #bucket(): Promise<ObjectStore> {
    this.#store ??= patiently(() => this.#open()).catch((error: unknown) => {
      this.#store = null;
      throw error;
    });
    return this.#store;
  }

  /** A new bucket does not answer until it has elected a leader. */
  async #open(): Promise<ObjectStore> {
    const { connection, bucket, replicas } = this.#parts;
    const { nats, nc } = connection();
    const store = await new nats.Objm(nc).create(bucket, { replicas: replicas() });
    await store.info(bucket);
    return store;
  }
}

function gone(name: string): StorageError {
  return new StorageError("unreadable", `${name} was removed while it was read, or is damaged`);
}

function streamOf(next: () => Promise<IteratorResult<Uint8Array>>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
