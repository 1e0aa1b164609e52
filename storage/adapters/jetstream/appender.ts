import { NO_LEADER, reasonOf, StorageError } from "../../error.ts";
import type { NewBatch, Stored } from "../shared-log/server.ts";
import type { Site } from "./connection.ts";
import { type LogTail, PART, tailOf, writeHeaders } from "./messages.ts";
import { isNoRoom, isOvertaken, isUnheard } from "./nats.ts";
import type { BatchReader } from "./reader.ts";

/** Milliseconds to wait for the answer to one message. */
const PUBLISH_TIMEOUT = 2000;
/** How often an append is retried when parts of other nodes' unfinished batches are in its way. */
const MAX_ATTEMPTS = 5;

/**
 * The outcome of sending a batch: the sequence of its last message, or the log's actual last sequence if that was not
 * the expected one.
 */
type Sent = { readonly seq: number } | { readonly wrongAt: number };

/** Appends batches after the newest that this node knows. */
export class Appender {
  readonly #site: Site;
  readonly #reader: BatchReader;

  constructor(site: Site, reader: BatchReader) {
    this.#site = site;
    this.#reader = reader;
  }

  async append(before: LogTail, batch: NewBatch): Promise<Stored<LogTail>> {
    try {
      for (let tries = 1, known = before; ; tries += 1) {
        const appended = await this.#attempt(known, batch);
        if (appended !== null) return appended;
        if (tries === MAX_ATTEMPTS) return { kind: "conflict", head: before.last };
        // The check has read the batch in the way.
        known = this.#site.log.tails.at(before.last) ?? before;
      }
    } catch (error) {
      if (error instanceof StorageError) throw error;
      if (isUnheard(error)) return { kind: "failed", reason: NO_LEADER };
      const reason = reasonOf(error);
      if (isNoRoom(error)) return { kind: "failed", reason, noRoom: true };
      return { kind: "unknown", reason };
    }
  }

  /** Null if only parts of unfinished batches were in the way. */
  async #attempt(before: LogTail, batch: NewBatch): Promise<Stored<LogTail> | null> {
    const reader = this.#reader;
    // If this check fails, the log is read below.
    const looking = reader.isStillThere(before).catch(() => false);
    const sent = await this.#send(before, batch);
    const isStillThere = await looking;
    if ("seq" in sent && isStillThere) {
      return { kind: "ok", tail: tailOf({ ...batch, seq: sent.seq, end: sent.seq }) };
    }
    // A batch that was appended after a different batch than intended is void.
    const batches = await reader.through(before, "seq" in sent ? sent.seq : sent.wrongAt || (await reader.prove()));
    this.#site.log.bring(batches);
    const [first] = batches;
    if (first?.id === batch.id) return { kind: "ok", tail: tailOf(first) };
    const head = batches.at(-1)?.last;
    return head === undefined ? null : { kind: "conflict", head };
  }

  /** Sends each part directly after the one before it. */
  async #send(before: LogTail, { body, ...batch }: NewBatch): Promise<Sent> {
    const { address, connection } = this.#site;
    const parts = Math.max(1, Math.ceil(body.length / PART));
    let seq = before.end;
    for (let part = 1; part <= parts; part += 1) {
      const headers = writeHeaders(connection.nats.headers(), { ...batch, prev: before.id, part, parts });
      try {
        const piece = body.subarray((part - 1) * PART, part * PART);
        const expect = { streamName: address.stream, lastSubjectSequence: seq };
        ({ seq } = await connection.publish(address.subjects.log, piece, {
          headers,
          expect,
          timeout: PUBLISH_TIMEOUT,
        }));
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        return { wrongAt: Number(/: (\d+)$/.exec(reasonOf(error))?.[1] ?? 0) };
      }
    }
    return { seq };
  }
}
