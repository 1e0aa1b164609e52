import type { Position } from "../../port.ts";
import type { BatchRow } from "../shared-log/batch.ts";
import { EMPTY_DIGEST, isOtherDigest } from "../shared-log/digest.ts";
import type { LogState } from "../shared-log/state.ts";
import type { Tail } from "../shared-log/tails.ts";
import type { Connection } from "./connection.ts";
import { HEAD, holdingQuery, pageQuery } from "./statements.ts";

/** Milliseconds to wait for a page: a batch may be large. */
const PAGE_TIMEOUT = 30_000;

/** Reads batches, and detects whether the log is still the one that was read before. */
export class BatchReader {
  readonly #connection: Connection;
  readonly #log: LogState<Tail>;

  constructor(connection: Connection, log: LogState<Tail>) {
    this.#connection = connection;
    this.#log = log;
  }

  /** The last position. */
  async prove(): Promise<Position> {
    return (await this.#connection.query<Tail>(HEAD)).rows[0]?.last ?? 0;
  }

  /** The batches from the one that contains a position on; empty if there are none. Throws as `after` does. */
  async from(position: Position): Promise<readonly BatchRow[]> {
    const tail = this.#log.tails.at(position - 1);
    if (tail !== undefined) return this.after(tail);
    // The row for position 0 always exists: the batches after it may have been trimmed.
    const { rows } = await this.#connection.query<Tail>(holdingQuery(position === 1 ? 0 : position));
    const [holding] = rows;
    if (holding === undefined) throw this.#log.diverged(position);
    if (holding.first > 0 && holding.last >= position) return this.#page(holding.first, -1, null);
    return this.after(holding.first > 0 ? holding : { ...holding, digest: EMPTY_DIGEST });
  }

  /**
   * A page of the batches after one that this node has; empty if that reaches the proved position.
   *
   * @throws StorageError `trimmed` if the next one has been trimmed, `diverged` if this is a different log.
   */
  async after(tail: Tail, proved?: Position): Promise<readonly BatchRow[]> {
    return proved !== undefined && tail.last >= proved ? [] : this.#page(tail.first, tail.first, tail);
  }

  async #page(from: Position, known: Position, tail: Tail | null): Promise<readonly BatchRow[]> {
    return this.chained(tail, (await this.#connection.query<BatchRow>(pageQuery(from, known), PAGE_TIMEOUT)).rows);
  }

  /** The rows after `tail` with their digests, as `LogState.chained` checks them; `tail` may be the first row. */
  chained(tail: Tail | null, rows: readonly BatchRow[]): BatchRow[] {
    if (tail === null) return this.#log.chained(null, rows, false, false);
    const [first] = rows;
    const isThere = first?.first === tail.first;
    const isOther = isThere && (first.id !== tail.id || isOtherDigest(first.digest, tail.digest));
    // If the tail's own row is missing, the batch that continues from it proves it: all before may have been trimmed.
    if (first === undefined || isOther) throw this.#log.diverged(tail.last);
    if (!isThere) return this.#log.chained(tail, rows, false, false);
    // All after the row for position 0 may have been trimmed.
    return this.#log.chained({ ...tail, digest: tail.digest ?? first.digest }, rows.slice(1), tail.last > 0, false);
  }
}
