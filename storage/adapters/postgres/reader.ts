import { StorageError } from "../../error.ts";
import type { Position } from "../../port.ts";
import type { BatchRow } from "../batch-log/batch.ts";
import { digested, EMPTY_DIGEST, isOtherDigest } from "../batch-log/digest.ts";
import type { KnownTails, Tail } from "../batch-log/tails.ts";
import type { Connection } from "./connection.ts";
import { holdingQuery, OLDEST, pageQuery } from "./statements.ts";

/** Milliseconds to wait for a page: a batch may be large. */
const PATIENCE = 30_000;

/** Reads batches, and detects whether the log is still the one that was read before. */
export class BatchReader {
  readonly #connection: Connection;
  readonly #tails: KnownTails;
  readonly #place: string;

  /** `place` is the log's name in messages. */
  constructor(connection: Connection, tails: KnownTails, place: string) {
    this.#connection = connection;
    this.#tails = tails;
    this.#place = place;
  }

  /** The batches from the one that contains a position on; empty if there are none. Throws as `after` does. */
  async from(position: Position): Promise<readonly BatchRow[]> {
    const tail = this.#tails.at(position - 1);
    if (tail !== undefined) return this.after(tail);
    // The first batch follows position 0, with which the digest begins.
    const { rows } = await this.#connection.query<Tail>(holdingQuery(position === 1 ? 0 : position));
    const [holding] = rows;
    if (holding === undefined) throw this.#diverged(position);
    if (holding.first > 0 && holding.last >= position) return this.#page(holding.first, -1, null);
    if (holding.first > 0) return this.after(holding);
    // The row for position 0 always exists: the batches after it may have been trimmed.
    return this.#page(0, 0, { ...holding, digest: EMPTY_DIGEST });
  }

  /**
   * A page of the batches after one that this node has.
   *
   * @throws StorageError `trimmed` if the next one has been trimmed, `diverged` if this is a different log.
   */
  after(tail: Tail): Promise<readonly BatchRow[]> {
    return this.#page(tail.first, tail.first, tail);
  }

  async #page(from: Position, known: Position, tail: Tail | null): Promise<readonly BatchRow[]> {
    const { rows } = await this.#connection.query<BatchRow>(pageQuery(from, known), PATIENCE);
    return this.chained(tail, rows);
  }

  /**
   * The rows after `tail` with their digests, each of which has to continue from the one before it; `tail` itself may be the
   * first row.
   */
  async chained(tail: Tail | null, rows: readonly BatchRow[]): Promise<readonly BatchRow[]> {
    const [first] = rows;
    const isThere = first !== undefined && tail !== null && first.first === tail.first;
    if (isThere && (first.id !== tail.id || isOtherDigest(first.digest, tail.digest))) throw this.#diverged(tail.last);
    // If the tail's own row is missing, the batch that continues from it proves it: everything before may have been
    // trimmed.
    if (tail !== null && first === undefined) throw this.#diverged(tail.last);
    const news = isThere ? rows.slice(1) : rows;
    let before = isThere && tail.digest === null ? first : tail;
    const batches: BatchRow[] = [];
    for (const row of news) {
      if (before !== null && (row.first !== before.last + 1 || row.prev !== before.id))
        throw await this.#broken(before);
      // This row may have been read before a failover removed it: never forget a batch that was read since.
      const batch = digested(before, row);
      const known = this.#tails.at(row.last) ?? batch;
      if (known.id !== batch.id || isOtherDigest(known.digest, batch.digest)) throw this.#diverged(row.last);
      this.#tails.note({ first: batch.first, last: batch.last, id: batch.id, digest: batch.digest });
      batches.push(batch);
      before = batch;
    }
    return batches;
  }

  async #broken(tail: Tail): Promise<StorageError> {
    const { rows } = await this.#connection.query<Pick<Tail, "first">>(OLDEST);
    const oldest = rows[0]?.first ?? 0;
    if (oldest <= tail.last + 1) return this.#diverged(tail.last);
    const message = `${this.#place} begins at position ${oldest}: what comes after ${tail.last} is forgotten`;
    return new StorageError("trimmed", message, { oldest });
  }

  #diverged(position: Position): StorageError {
    const message = `${this.#place} is not the log that was read before: position ${position} is another one, or gone`;
    return new StorageError("diverged", message, { position });
  }
}
