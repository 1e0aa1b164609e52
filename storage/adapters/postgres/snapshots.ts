import { createHash } from "node:crypto";
import { StorageError } from "../../error.ts";
import { inParts } from "../../file-store/in-parts.ts";
import type { Position, StoredSnapshot } from "../../port.ts";
import type { Tail } from "../batch-log/tails.ts";
import type { PostgresLog } from "./log.ts";
import { holdingQuery } from "./statements.ts";

const PART = 1 << 20;
/** Milliseconds for one part. */
const PATIENCE = 30_000;
/** A snapshot makes a start quicker from about this much of the log on. */
const DUE_BYTES = 64 << 20;
const DUE_ENTRIES = 500_000;

interface SnapshotRow {
  readonly at: Position;
  readonly id: string;
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** The snapshots beside a log. One node at a time makes one; it counts when all of it is there. */
export class Snapshots {
  readonly #log: PostgresLog;

  constructor(log: PostgresLog) {
    this.#log = log;
  }

  get isDue(): boolean {
    const { bytes, entries } = this.#log.since;
    return bytes >= DUE_BYTES || entries >= DUE_ENTRIES;
  }

  /** What is read after it is held against nothing that was read before. */
  async newest(): Promise<StoredSnapshot | null> {
    const { side, tails } = this.#log;
    const { rows } = await side.query<SnapshotRow>({
      text: "select at, id, bytes, sha256 from snapshot where whole order by at desc limit 1",
    });
    const [row] = rows;
    if (row === undefined) {
      tails.beginAnew(this.#log.start);
      return null;
    }
    const holding = (await side.query<Tail>(holdingQuery(row.at))).rows[0];
    // What the first entry after it goes on from: the batch itself may be forgotten, but not while it is the last.
    tails.beginAnew({ first: holding?.last === row.at ? holding.first : row.at, last: row.at, id: row.id });
    this.#log.newestSnapshot(row.at);
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
    throw new StorageError("damaged", `The snapshot at position ${at} in ${this.#log.address.shown} is not whole`);
  }

  /** Stores nothing where another node is at it, or has stored a newer one. */
  async store(at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    if (!(await this.#claim(at))) return;
    try {
      const hash = createHash("sha256");
      let stored = 0;
      let part = 0;
      for await (const body of inParts(bytes, PART)) {
        hash.update(body);
        stored += body.length;
        await this.#storePart(at, part, body);
        part += 1;
      }
      await this.#finish(at, stored, hash.digest());
    } catch (error) {
      await this.#query("delete from snapshot where at = $1 and by = $2 and not whole", [at, this.#log.node]).catch(
        () => {},
      );
      throw error;
    }
  }

  async #claim(at: Position): Promise<boolean> {
    const { node, tails, since } = this.#log;
    const id = tails.at(at)?.id;
    if (id === undefined) return false;
    // Others' attempt counts as this node's: it does not try again before the log has grown by as much.
    Object.assign(since, { bytes: 0, entries: 0 });
    await this.#query("delete from snapshot where not whole and (by = $1 or claimed < now() - interval '5 min')", [
      node,
    ]);
    const claimed = await this.#query(
      `insert into snapshot (at, id, by, claimed) select $1, $2, $3, now()
         where not exists (select from snapshot where not whole or at >= $1) on conflict do nothing`,
      [at, id, node],
    );
    return claimed === 1;
  }

  async #storePart(at: Position, part: number, body: Buffer): Promise<void> {
    const stored = await this.#query(
      `with claim as (update snapshot set claimed = now() where at = $1 and by = $2 and not whole returning at)
         insert into snapshot_part (at, part, body) select at, $3, $4 from claim`,
      [at, this.#log.node, part, body],
    );
    if (stored !== 1) throw new StorageError("misused", "Another node has taken over the snapshot");
  }

  /** Keeps it, and the one before it. A snapshot of a batch that the log does not have, since a failover, is none. */
  async #finish(at: Position, bytes: number, sha256: Buffer): Promise<void> {
    const { rows } = await this.#log.side.query({
      text: `with kept as (update snapshot set whole = true, bytes = $3, sha256 = $4
            where at = $1 and by = $2 and not whole and id =
              (select case when last = $1 then id end from batch where first <= $1 order by first desc limit 1)
            returning at),
          gone as (delete from snapshot where whole and at < (select max(at) from snapshot where whole and at < $1))
        select at from kept`,
      values: [at, this.#log.node, bytes, sha256],
    });
    if (rows.length !== 1)
      throw new StorageError("misused", "Another node has taken over the snapshot, or the log is another one");
    this.#log.newestSnapshot(at);
  }

  async #query(text: string, values: unknown[]): Promise<number> {
    return (await this.#log.side.query({ text, values }, PATIENCE)).rowCount ?? 0;
  }
}
