import { setTimeout as sleep } from "node:timers/promises";
import { StorageError } from "../../error.ts";
import type { Position } from "../../port.ts";
import { isLeftBehind } from "../../sharing/is-left-behind.ts";
import { isOtherDigest } from "../shared-log/digest.ts";
import type { Tail } from "../shared-log/tails.ts";
import type { Look, Site } from "./connection.ts";
import { Assembly, type LogBatch, type LogTail, readHeaders, type StoredMessage } from "./messages.ts";
import { patiently, UNANSWERED } from "./stream.ts";

/** Milliseconds that a server may lag behind the others before another one is asked. */
const MAX_SERVER_LAG = 5000;
const PAUSE = 5;

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

/**
 * Reads batches, and detects whether the log is still the one that was read before. Each pass begins with the last
 * message of the batch that it continues from. A batch that does not continue from the one before it is ignored by
 * every reader: it was appended to a log that had lost batches its writer had read.
 */
export class BatchReader {
  readonly #site: Site;

  constructor(site: Site) {
    this.#site = site;
  }

  /**
   * Some of the batches after one that this node has; none only if the stream was seen up to `proved` without any, or if the
   * batch comes after it.
   *
   * @throws StorageError (rejected) `trimmed` if the next one has been trimmed, `diverged` if this is a different log.
   */
  async after({ last, id }: Tail, proved?: number): Promise<readonly LogBatch[]> {
    const tail = this.#known(last, id);
    return proved !== undefined && tail.seq >= proved ? [] : (await this.#page(tail, proved ?? 0)).batches;
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
    const tail = this.#site.log.tails.at(position - 1);
    if (tail !== undefined) return (await this.#page(tail, seq)).batches;
    // With the first batch the digest begins.
    if (position === 1) return (await this.#page(this.#site.log.start, seq)).batches;
    let { batches } = await this.#provedPage(null, await this.#before(position));
    const [first] = batches;
    if (first !== undefined && first.first > position) throw this.#site.log.trimmed(first.first, position - 1);
    for (let end = batches.at(-1); end !== undefined && end.last < position; end = batches.at(-1)) {
      batches = await this.after(end, seq);
    }
    return batches.filter(({ last }) => last >= position);
  }

  /**
   * A sequence after everything that was acknowledged before the call: this node publishes a message, which a majority
   * stores. Only the newest such message is kept.
   */
  async prove(): Promise<number> {
    const { address, connection } = this.#site;
    const headers = connection.nats.headers();
    headers.set("Nats-Rollup", "sub");
    const expect = { streamName: address.stream };
    return (await connection.publish(address.subjects.barrier, "", { headers, expect })).seq;
  }

  /**
   * Whether a batch is still where it was. A sequence identifies a place and not a message: a stream restored from a
   * backup reuses sequences.
   */
  async isStillThere({ seq, id, digest }: LogTail): Promise<boolean> {
    if (seq === 0) return true;
    const { address, connection } = this.#site;
    const message = await connection.jsm.streams.getMessage(address.stream, { seq });
    const there = message === null ? null : readHeaders(message.header);
    return there?.id === id && !isOtherDigest(there.digest, digest);
  }

  /**
   * Binary search for a sequence from which on every batch that contains a position, or comes after it, can be read.
   */
  async #before(position: Position): Promise<number> {
    let low = 1;
    for (let high = await this.prove(); low < high; ) {
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
    const tail = this.#site.log.tails.at(position);
    return tail === undefined ? this.#before(position + 1) : tail.seq + 1;
  }

  #known(last: Position, id: string): LogTail {
    const tail = this.#site.log.tails.at(last);
    if (tail?.id !== id) throw this.#site.log.diverged(last);
    return tail;
  }

  async #page(tail: LogTail, until: number): Promise<Page> {
    try {
      return await this.#attempt(tail, tail.seq, until);
    } catch (error) {
      if (isLeftBehind(error)) return this.#provedPage(tail, tail.seq);
      throw error;
    }
  }

  /**
   * One server may lag, and a message may have been lost: a page is accepted only if the stream has been seen up to the
   * proof.
   */
  async #provedPage(tail: LogTail | null, from: number): Promise<Page> {
    return this.#attempt(tail, from, await this.prove());
  }

  /** Returns at least one batch, or an empty page if the stream has been seen up to `until`. */
  async #attempt(tail: LogTail | null, from: number, until: number): Promise<Page> {
    const { log } = this.#site;
    for (const end = performance.now() + MAX_SERVER_LAG; performance.now() < end; await sleep(PAUSE)) {
      const pass = await this.#pass(Math.max(1, from));
      const { first } = pass;
      const isThere = tail !== null && first?.seq === tail.seq;
      const there = isThere ? readHeaders(first.headers) : null;
      const isOther = isThere && (there?.id !== tail.id || isOtherDigest(there.digest, tail.digest));
      const isMissing = tail !== null && tail.seq > 0 && !isThere && pass.batches.length === 0;
      if (isMissing && pass.seen < until) continue;
      if (isOther || isMissing) throw log.diverged(tail.last);
      // A snapshot that an earlier version stored does not say its digest.
      const known = tail && { ...tail, digest: tail.digest ?? there?.digest ?? null };
      // The pass begins with the predecessor itself, if that is a single message.
      const news = pass.batches.filter(({ seq }) => !isThere || seq !== tail.seq);
      const batches = log.chained(known, news, isThere, true);
      if (batches.length === 0 && pass.seen < until) continue;
      this.#note(batches.at(-1) ?? tail, pass.end);
      return { batches, seen: pass.seen };
    }
    throw new StorageError("unreadable", `${log.place} cannot be read: no server has all of it`);
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
    const { stream } = this.#site.address;
    return patiently(
      () => this.#site.connection.look({ stream, seq, ...(batch !== undefined && { batch }) }),
      UNANSWERED,
    );
  }

  /** No batch follows the last one, as far as the stream was seen. */
  #note(tail: LogTail | null, end: number): void {
    const known = tail === null ? undefined : this.#site.log.tails.at(tail.last);
    if (known !== undefined && known.id === tail?.id && end > known.end) this.#site.log.tails.note({ ...known, end });
  }
}
