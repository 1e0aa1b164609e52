import { createHash } from "node:crypto";
import { StorageError } from "../../error.ts";
import { inParts } from "../../file-store/in-parts.ts";
import type { Position } from "../../port.ts";
import type { FoundSnapshot } from "../shared-log/server.ts";
import type { LogState } from "../shared-log/state.ts";
import type { Tail } from "../shared-log/tails.ts";
import type { Connection } from "./connection.ts";
import type { PgQuery } from "./pg.ts";
import { claimQuery, finishQuery, holdingQuery, lapseQuery, partQuery } from "./statements.ts";

const PART = 1 << 20;
/** Milliseconds to wait for one part. */
const PART_TIMEOUT = 30_000;
const WHOLE = "select at, id, sha256, digest from snapshot where whole order by at desc limit 1";

interface SnapshotRow {
  readonly at: Position;
  readonly id: string;
  readonly sha256: Buffer;
  readonly digest: number | null;
}

/** The snapshots beside a log. A row that is not whole is the claim of the node that stores it. */
export class Snapshots {
  readonly #side: Connection;
  readonly #log: LogState<Tail>;

  constructor(side: Connection, log: LogState<Tail>) {
    this.#side = side;
    this.#log = log;
  }

  async newest(): Promise<FoundSnapshot<Tail> | null> {
    const [row] = (await this.#side.query<SnapshotRow>({ text: WHOLE })).rows;
    if (row === undefined) return null;
    const { at, id, digest } = row;
    const holding = (await this.#side.query<Tail>(holdingQuery(at))).rows[0];
    // The predecessor of the first entry after the snapshot. Its batch may have been trimmed, but not while it is the
    // last one.
    const first = holding?.last === at ? holding.first : at;
    return { tail: { first, last: at, id, digest }, bytes: () => this.#parts(row) };
  }

  async *#parts({ at, sha256 }: SnapshotRow): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    for (let part = 0; ; part += 1) {
      const text = "select body from snapshot_part where at = $1 and part = $2";
      const query: PgQuery = { name: "snapshot_part", text, values: [at, part] };
      const body = (await this.#side.query<{ readonly body: Buffer }>(query, PART_TIMEOUT)).rows[0]?.body;
      if (body === undefined) break;
      hash.update(body);
      yield body;
    }
    if (!hash.digest().equals(sha256)) throw new StorageError("damaged", "The checksum of the parts is another one");
  }

  async claim({ last, id }: Tail): Promise<boolean> {
    await this.#query(lapseQuery(this.#log.node));
    return (await this.#query(claimQuery(this.#log.node, last, id))) === 1;
  }

  async put({ last, digest }: Tail, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const { node } = this.#log;
    try {
      const hash = createHash("sha256");
      let stored = 0;
      let part = 0;
      for await (const body of inParts(bytes, PART)) {
        hash.update(body);
        stored += body.length;
        if ((await this.#query(partQuery(node, last, part, body))) !== 1) throw this.#overtaken();
        part += 1;
      }
      const finish = finishQuery(node, { at: last, bytes: stored, sha256: hash.digest(), digest });
      if ((await this.#query(finish)) !== 1) throw this.#overtaken();
    } catch (error) {
      await this.#query(lapseQuery(node)).catch(() => {});
      throw error;
    }
  }

  #overtaken(): StorageError {
    const message = `Another node has taken over the snapshot in ${this.#log.place}, or the log is another one`;
    return new StorageError("misused", message);
  }

  async #query(query: PgQuery): Promise<number> {
    return (await this.#side.query(query, PART_TIMEOUT)).rowCount ?? 0;
  }
}
