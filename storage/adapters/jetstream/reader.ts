import { setTimeout as sleep } from "node:timers/promises";
import { StorageError } from "../../error.ts";
import type { Position } from "../../port.ts";
import { digested, isOtherDigest } from "../batch-log/digest.ts";
import type { KnownTails, Tail } from "../batch-log/tails.ts";
import type { Connection, Look } from "./connection.ts";
import { Assembly, type LogBatch, type LogTail, readHeaders, type StoredMessage } from "./messages.ts";
import { patiently } from "./stream.ts";

/** Milliseconds that a server may lag behind the others before another one is asked. */
const PATIENCE = 5000;
const PAUSE = 5;
/** Milliseconds for which a page is asked for again: one of the servers may hang. */
const UNANSWERED = 6_000;

/** The result of one pass over the log. */
interface Page {
  readonly batches: readonly LogBatch[];
  /** The stream reaches at least this sequence. */
  readonly seen: number;
}

interface Pass {
  readonly first: StoredMessage | undefined;
  readonly batches: readonly LogBatch[];
  /** The sequences of the last log message and of the last message of any kind. */
  readonly end: number;
  readonly seen: number;
}

export interface ReaderParts {
  readonly connection: () => Connection;
  readonly stream: string;
  readonly tails: KnownTails<LogTail>;
  /** The log's name in messages. */
  readonly place: string;
  /** The predecessor of the first batch. */
  readonly start: () => LogTail;
  /** A sequence after everything that was acknowledged before the call. */
  readonly prove: () => Promise<number>;
}

/**
 * Reads batches, and detects whether the log is still the one that was read before. Each pass begins with the last
 * message of the batch that it continues from. A batch that does not continue from the one before it is ignored by
 * every reader: it was appended to a log that had lost what its writer had read.
 */
export class BatchReader {
  readonly #parts: ReaderParts;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /**
   * Some of the batches after one that this node has; none only if the stream was seen up to a sequence without any.
   *
   * @throws StorageError (rejected) `trimmed` if the next one has been trimmed, `diverged` if this is a different log.
   */
  async after({ last, id }: Tail, seq = 0): Promise<readonly LogBatch[]> {
    return (await this.#page(this.#known(last, id), seq)).batches;
  }

  /** All batches after one that this node has, at least up to a sequence. Throws as `after` does. */
  async through({ last, id }: Tail, seq: number): Promise<readonly LogBatch[]> {
    const all: LogBatch[] = [];
    for (let tail = this.#known(last, id); ; ) {
      const { batches, seen } = await this.#page(tail, seq);
      all.push(...batches);
      if (seen >= seq) return all;
      tail = batches.at(-1) ?? tail;
    }
  }

  /** The batches from the one that contains a position on, as `after` returns them. */
  async from(position: Position, seq = 0): Promise<readonly LogBatch[]> {
    const tail = this.#parts.tails.at(position - 1);
    if (tail !== undefined) return this.after(tail, seq);
    // With the first batch the digest begins.
    if (position === 1) return (await this.#page(this.#parts.start(), seq)).batches;
    let { batches } = await this.#provedPage(null, await this.#before(position));
    const [first] = batches;
    if (first !== undefined && first.first > position) throw this.#trimmed(first.first, position - 1);
    for (let end = batches.at(-1); end !== undefined && end.last < position; end = batches.at(-1)) {
      batches = await this.after(end, seq);
    }
    return batches.filter(({ last }) => last >= position);
  }

  /**
   * Binary search for a sequence from which on every batch that contains a position, or comes after it, can be read.
   */
  async #before(position: Position): Promise<number> {
    let low = 1;
    for (let high = await this.#parts.prove(); low < high; ) {
      const middle = Math.ceil((low + high) / 2);
      const [message] = (await this.#look(middle, 1)).messages;
      const head = message?.isOfLog ? readHeaders(message.headers) : null;
      if (message === undefined || head === null || head.last >= position) high = middle - 1;
      else low = message.seq;
    }
    return low;
  }

  /** A sequence before which no batch contains anything after a position. */
  async sequenceBehind(position: Position): Promise<number> {
    const tail = this.#parts.tails.at(position);
    return tail === undefined ? this.#before(position + 1) : tail.seq + 1;
  }

  #known(last: Position, id: string): LogTail {
    const tail = this.#parts.tails.at(last);
    if (tail?.id !== id) throw this.#diverged(last);
    return tail;
  }

  async #page(tail: LogTail, until: number): Promise<Page> {
    const page = await this.#attempt(tail, tail.seq, until);
    return page instanceof StorageError ? this.#provedPage(tail, tail.seq) : page;
  }

  /**
   * One server may lag, and a message may have been lost: a page is accepted only if the stream has been seen up to the
   * proof.
   */
  async #provedPage(tail: LogTail | null, from: number): Promise<Page> {
    const page = await this.#attempt(tail, from, await this.#parts.prove());
    if (page instanceof StorageError) throw page;
    return page;
  }

  /** Returns at least one batch, or an empty page if the stream has been seen up to `until`. */
  async #attempt(tail: LogTail | null, from: number, until: number): Promise<Page | StorageError> {
    for (const end = performance.now() + PATIENCE; performance.now() < end; await sleep(PAUSE)) {
      const pass = await this.#pass(Math.max(1, from));
      const { first } = pass;
      const isThere = tail !== null && first?.seq === tail.seq;
      const there = isThere ? readHeaders(first.headers) : null;
      const isOther = isThere && (there?.id !== tail.id || isOtherDigest(there.digest, tail.digest));
      const isMissing = tail !== null && tail.seq > 0 && !isThere && pass.batches.length === 0;
      if (isMissing && pass.seen < until) continue;
      if (isOther || isMissing) return this.#diverged(tail.last);
      // A snapshot that an earlier version stored does not say it.
      const known = tail?.digest === null ? { ...tail, digest: there?.digest ?? null } : tail;
      const batches = this.#chained(known, pass.batches, isThere);
      if (batches instanceof StorageError) return batches;
      if (batches.length === 0 && pass.seen < until) continue;
      this.#note(batches.at(-1) ?? tail, pass.end);
      return { batches, seen: pass.seen };
    }
    throw new StorageError("unreadable", `${this.#parts.place} cannot be read: no server has all of it`);
  }

  /** Complete batches from a sequence on: at least one, if there is one. */
  async #pass(from: number): Promise<Pass> {
    const assembly = new Assembly();
    let first: StoredMessage | undefined;
    const batches: LogBatch[] = [];
    let end = 0;
    for (let seq = from; ; ) {
      const { messages, isMore } = await this.#look(seq);
      for (const message of messages) {
        if (!message.isOfLog) continue;
        end = message.seq;
        const batch = assembly.add(message);
        if (batch !== null) batches.push(batch);
      }
      first ??= messages[0];
      seq = (messages.at(-1)?.seq ?? seq - 1) + 1;
      if (!isMore || (batches.length > 0 && !assembly.isOpen)) return { first, batches, end, seen: seq - 1 };
    }
  }

  /** Asks again where no answer comes: some server answers, and the next time it may be another one. */
  #look(seq: number, batch?: number): Promise<Look> {
    const { connection, stream } = this.#parts;
    return patiently(() => connection().look({ stream, seq, ...(batch !== undefined && { batch }) }), UNANSWERED);
  }

  #chained(tail: LogTail | null, batches: readonly LogBatch[], isThere: boolean): LogBatch[] | StorageError {
    const { tails } = this.#parts;
    const chained: LogBatch[] = [];
    let before: LogTail | null = tail;
    for (const batch of batches) {
      // The pass begins with the predecessor itself, if that is a single message.
      if (isThere && batch.seq === tail?.seq) continue;
      if (before !== null && (batch.first !== before.last + 1 || batch.prev !== before.id)) {
        if (isThere || chained.length > 0) continue;
        return batch.first > before.last + 1 ? this.#trimmed(batch.first, before.last) : this.#diverged(before.last);
      }
      const next: LogBatch = digested(before, batch);
      const known: Tail = tails.at(batch.last) ?? next;
      if (known.id !== next.id || isOtherDigest(known.digest, next.digest)) return this.#diverged(batch.last);
      chained.push(next);
      before = next;
    }
    for (const { first, last, id, digest, seq, end } of chained) tails.note({ first, last, id, digest, seq, end });
    return chained;
  }

  /** No batch follows the last one, as far as the stream was seen. */
  #note(tail: LogTail | null, end: number): void {
    const known = tail === null ? undefined : this.#parts.tails.at(tail.last);
    if (known !== undefined && known.id === tail?.id && end > known.end) this.#parts.tails.note({ ...known, end });
  }

  #trimmed(oldest: Position, last: Position): StorageError {
    const message = `${this.#parts.place} begins at position ${oldest}: what comes after ${last} is forgotten`;
    return new StorageError("trimmed", message, { oldest });
  }

  #diverged(position: Position): StorageError {
    const { place } = this.#parts;
    const message = `${place} is not the log that was read before: position ${position} is another one, or gone`;
    return new StorageError("diverged", message, { position });
  }
}
