import { createHash } from "node:crypto";
import { StorageError } from "../../error.ts";
import { inParts } from "../../file-store/in-parts.ts";
import type { Position, StoredSnapshot } from "../../port.ts";
import type { Tail } from "../batch-log/tails.ts";
import type { PostgresLog } from "./log.ts";
import type { PgQuery } from "./pg.ts";
import { claimQuery, holdingQuery, lapseQuery, partQuery } from "./statements.ts";

const PART = 1 << 20;
/** Milliseconds to wait for one part. */
const PATIENCE = 30_000;
const WHOLE = "select at, id, bytes, sha256, digest from snapshot where whole order by at desc limit 1";

interface SnapshotRow {
  readonly at: Position;
  readonly id: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly digest: number | null;
}

/** The snapshots beside a log. One node at a time stores one; it is valid once it is complete. */
export class Snapshots {
  readonly #log: PostgresLog;
  /** Position of the snapshot that this node has claimed. */
  #claimed: Position | null = null;

  constructor(log: PostgresLog) {
    this.#log = log;
  }

  /** What is read after it is not compared with anything read before. */
  async newest(): Promise<StoredSnapshot | null> {
    const { side, tails } = this.#log;
    const [row] = (await side.query<SnapshotRow>({ text: WHOLE })).rows;
    this.#log.applied = row?.at ?? 0;
    if (row === undefined) {
      tails.beginAnew(this.#log.start);
      return null;
    }
    const holding = (await side.query<Tail>(holdingQuery(row.at))).rows[0];
    // The predecessor of the first entry after the snapshot. Its batch may have been trimmed, but not while it is the
    // last one.
    const first = holding?.last === row.at ? holding.first : row.at;
    tails.beginAnew({ first, last: row.at, id: row.id, digest: row.digest });
    this.#log.due.stored(row.at);
    return { at: row.at, bytes: this.#parts(row) };
  }

  async *#parts({ at, sha256 }: SnapshotRow): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    for (let part = 0; ; part += 1) {
      const { rows } = await this.#log.side.query<{ readonly body: Buffer }>(
        {
          name: "snapshot_part",
          text: "select body from snapshot_part where at = $1 and part = $2",
          values: [at, part],
        },
        PATIENCE,
      );
      const body = rows[0]?.body;
      if (body === undefined) break;
      hash.update(body);
      yield body;
    }
    if (hash.digest().equals(sha256)) return;
    const [newest] = (await this.#log.side.query<SnapshotRow>({ text: WHOLE })).rows;
    // Two newer ones have been stored in the meantime.
    if (newest !== undefined && newest.at > at)
      throw new StorageError("trimmed", `The snapshot at position ${at} in ${this.#log.address.shown} is forgotten`);
    throw new StorageError("damaged", `The snapshot at position ${at} in ${this.#log.address.shown} is not whole`);
  }

  /** False if another node is storing one, or has stored one that is as recent. */
  async claim(at: Position): Promise<boolean> {
    const { node, tails, due } = this.#log;
    const id = tails.at(at)?.id;
    if (id === undefined) return false;
    await this.#query(lapseQuery(node));
    const isClaimed = (await this.#query(claimQuery(node, at, id))) === 1;
    this.#claimed = isClaimed ? at : null;
    if (!isClaimed) due.leave();
    return isClaimed;
  }

  /** Stores nothing if the position cannot be claimed. */
  async store(at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.#claimed !== at && !(await this.claim(at))) return;
    this.#claimed = null;
    const digest = this.#log.tails.at(at)?.digest ?? null;
    try {
      const hash = createHash("sha256");
      let stored = 0;
      let part = 0;
      for await (const body of inParts(bytes, PART)) {
        hash.update(body);
        stored += body.length;
        if ((await this.#query(partQuery(this.#log.node, at, part, body))) !== 1) throw this.#overtaken();
        part += 1;
      }
      await this.#finish({ at, bytes: stored, sha256: hash.digest(), digest });
    } catch (error) {
      await this.#query(lapseQuery(this.#log.node)).catch(() => {});
      throw error;
    }
  }

  /**
   * Keeps this snapshot and the one before it. If a failover has removed its batch from the log, the snapshot is not
   * valid.
   */
  async #finish({ at, bytes, sha256, digest }: Omit<SnapshotRow, "id">): Promise<void> {
    const { rows } = await this.#log.side.query({
      text: `with last as (select last, id, digest from batch where first <= $1 order by first desc limit 1),
          kept as (update snapshot set whole = true, bytes = $3, sha256 = $4, digest = $5 from last
            where at = $1 and by = $2 and not whole
              and last.last = $1 and last.id = snapshot.id and (last.digest = $5) is not false
            returning at),
          gone as (delete from snapshot where whole and at < (select max(at) from snapshot where whole and at < $1))
        select at from kept`,
      values: [at, this.#log.node, bytes, sha256, digest],
    });
    if (rows.length !== 1) throw this.#overtaken();
    this.#log.due.stored(at);
  }

  #overtaken(): StorageError {
    const { shown } = this.#log.address;
    return new StorageError(
      "misused",
      `Another node has taken over the snapshot in ${shown}, or the log is another one`,
    );
  }

  async #query(query: PgQuery): Promise<number> {
    return (await this.#log.side.query(query, PATIENCE)).rowCount ?? 0;
  }
}
