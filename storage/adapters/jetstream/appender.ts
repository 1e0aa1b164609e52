import { NO_LEADER, reasonOf, StorageError } from "../../error.ts";
import type { Appended, Entry, Position } from "../../port.ts";
import { encodeBatch, tooLarge } from "../batch-log/batch.ts";
import { chainDigest } from "../batch-log/digest.ts";
import type { JetStreamLog } from "./log.ts";
import { type LogTail, PART, writeHeaders } from "./messages.ts";
import { apiCodeOf, isUnheard } from "./nats.ts";

/** Milliseconds to wait for the answer to one message. */
const PATIENCE = 2000;
/** How often an append is retried when parts of other nodes' unfinished batches are in its way. */
const MAX_ATTEMPTS = 5;

interface Batch {
  readonly first: Position;
  readonly last: Position;
  readonly id: string;
  readonly digest: number | null;
  readonly body: Buffer;
  readonly crc: number;
}

/**
 * The outcome of sending a batch: the sequence of its last message, or the log's actual last sequence if that was not
 * the expected one.
 */
type Sent = { readonly seq: number } | { readonly wrongAt: number };

/** Appends batches after those that this node knows. */
export class Appender {
  readonly #log: JetStreamLog;

  constructor(log: JetStreamLog) {
    this.#log = log;
  }

  async append(expected: Position, entries: readonly Entry[]): Promise<Appended> {
    const [head] = entries;
    if (head === undefined) return { kind: "ok", head: expected };
    const bytes = encodeBatch(entries);
    if (bytes === null) return tooLarge("JetStream");
    const encoded = { first: expected + 1, last: expected + entries.length, id: head.commit, ...bytes };
    try {
      for (let tries = 1; ; tries += 1) {
        // The position alone does not fence: after a failover, another batch may be stored there.
        const before = this.#log.tails.at(expected);
        if (before === undefined) return await this.#conflict();
        const batch = { ...encoded, digest: chainDigest(before.digest, encoded) };
        const appended = await this.#attempt(before, batch);
        if (appended !== null) return appended;
        if (tries === MAX_ATTEMPTS) return { kind: "conflict", head: expected };
      }
    } catch (error) {
      return appendedByError(error, expected);
    }
  }

  /** Null if only parts of unfinished batches were in the way. */
  async #attempt(before: LogTail, batch: Batch): Promise<Appended | null> {
    const { reader, tails } = this.#log;
    // If this check fails, the log is read below.
    const looking = this.#log.isStillThere(before).catch(() => false);
    const sent = await this.#send(before, batch);
    const isStillThere = await looking;
    const { first, last, id, digest } = batch;
    if ("seq" in sent && isStillThere) {
      const stored = { ...batch, prev: before.id, seq: sent.seq, end: sent.seq };
      tails.note({ first, last, id, digest, seq: sent.seq, end: sent.seq });
      this.#log.bring([stored]);
      this.#log.news.announce(batch.last);
      return { kind: "ok", head: batch.last };
    }
    // A batch that was appended after a different batch than intended is void.
    const batches = await reader.through(before, "seq" in sent ? sent.seq : sent.wrongAt || (await this.#log.prove()));
    this.#log.bring(batches);
    if (batches[0]?.id === batch.id) return { kind: "ok", head: batch.last };
    const head = batches.at(-1)?.last;
    return head === undefined ? null : { kind: "conflict", head };
  }

  /** Sends each part directly after the one before it. */
  async #send(before: LogTail, { first, last, id, digest, body, crc }: Batch): Promise<Sent> {
    const { connection } = this.#log;
    const { stream, subjects } = this.#log.address;
    const parts = Math.max(1, Math.ceil(body.length / PART));
    let seq = before.end;
    for (let part = 1; part <= parts; part += 1) {
      const headers = writeHeaders(connection.nats.headers(), {
        first,
        last,
        id,
        digest,
        prev: before.id,
        crc,
        part,
        parts,
      });
      try {
        const piece = body.subarray((part - 1) * PART, part * PART);
        const expect = { streamName: stream, lastSubjectSequence: seq };
        ({ seq } = await connection.publish(subjects.log, piece, { headers, expect, timeout: PATIENCE }));
      } catch (error) {
        if (!WRONG_SEQUENCE.has(apiCodeOf(error) ?? 0)) throw error;
        return { wrongAt: Number(/: (\d+)$/.exec(reasonOf(error))?.[1] ?? 0) };
      }
    }
    return { seq };
  }

  async #conflict(): Promise<Appended> {
    return { kind: "conflict", head: await this.#log.barrier() };
  }
}

const WRONG_SEQUENCE: ReadonlySet<number> = new Set([10071, 10164]);
/** Error codes that mean that the stream, or its servers, have no room. */
const NO_ROOM: ReadonlySet<number> = new Set([10023, 10047, 10077]);

function appendedByError(error: unknown, expected: Position): Appended {
  if (error instanceof StorageError && error.code === "misused") throw error;
  if (error instanceof StorageError && error.code === "diverged") return { kind: "conflict", head: expected };
  if (isUnheard(error)) return { kind: "failed", reason: NO_LEADER };
  const reason = reasonOf(error);
  if (NO_ROOM.has(apiCodeOf(error) ?? 0)) return { kind: "failed", reason, noRoom: true };
  return { kind: "unknown", reason };
}
