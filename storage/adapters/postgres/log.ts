import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { StorageError } from "../../error.ts";
import type { Opened, Position } from "../../port.ts";
import { clockOffset } from "../../sharing/clock-skew.ts";
import { SnapshotDue } from "../../sharing/snapshot-due.ts";
import { type BatchRow, SHARED_BATCH } from "../batch-log/batch.ts";
import { EMPTY_DIGEST, isOtherDigest } from "../batch-log/digest.ts";
import type { FollowedLog, Following } from "../batch-log/follower.ts";
import { Heartbeat } from "../batch-log/heartbeat.ts";
import { KnownTails, type Tail } from "../batch-log/tails.ts";
import type { Address } from "./address.ts";
import { Connection } from "./connection.ts";
import type { PgClient } from "./pg.ts";
import { BatchReader } from "./reader.ts";
import { type Greeting, greet } from "./session.ts";
import { beatQuery, HEAD, leaveQuery, notifyQuery, OLDEST } from "./statements.ts";

export interface LogOptions {
  /** Receive other nodes' notifications with LISTEN. */
  readonly listen: boolean;
  /** Milliseconds between two polls for new batches. */
  readonly poll: number;
  /** The clock of this machine, in epoch milliseconds. */
  readonly now: () => number;
  /** Create the tables if there are none. */
  readonly create: boolean;
}

interface BeatRow {
  /** Position of the newest snapshot. */
  readonly snapshot: number | null;
  /** The server's clock, in epoch milliseconds. */
  readonly now: number;
}

/**
 * An open log and the state that all parts of the adapter share. One connection appends; another one reads, listens and
 * notifies.
 */
export class PostgresLog implements FollowedLog {
  readonly address: Address;
  readonly options: LogOptions;
  /** This node's name for the other nodes. */
  readonly node = randomUUID();
  readonly tails = new KnownTails();
  readonly writer: Connection;
  readonly side: Connection;
  /** A separate connection for uploads, which would delay the others. Opened on first use. */
  readonly bulk: Connection;
  readonly reader: BatchReader;
  readonly followers = new Set<Following>();
  readonly due = new SnapshotDue();
  /** How far this node has read the log. Other nodes must not trim anything after it. */
  applied: Position = 0;
  #clockOffset: number | null = null;
  /** What the server said on the first connection. */
  #greeted: Greeting | null = null;
  readonly #heartbeat = new Heartbeat();
  #announcing: Promise<void> | null = null;
  #announced: Position = 0;

  constructor(address: Address, options: LogOptions) {
    this.address = address;
    this.options = options;
    const servers = [...address.servers];
    this.writer = new Connection({ address, servers, prepare: (client) => this.#prepare(client) });
    this.bulk = new Connection({ address, servers, prepare: (client) => this.#prepare(client) });
    this.side = new Connection({
      address,
      servers,
      prepare: async (client) => {
        await this.#prepare(client);
        if (options.listen) await client.query({ text: `listen ${quoted(address.channel)}` });
        for (const follower of this.followers) follower.wake();
      },
      onNotification: (payload) => {
        for (const follower of this.followers) follower.notified(Number(payload));
      },
    });
    this.reader = new BatchReader(this.side, this.tails, address.shown);
  }

  /** Throws StorageError if the log cannot be used. */
  async open(): Promise<Opened> {
    const [head, oldest] = await Promise.all([
      this.side.query<Tail>(HEAD),
      this.side.query<Pick<Tail, "first">>(OLDEST),
    ]);
    const last = head.rows[0];
    // `#prepare` has set it: it runs before any query.
    const { logId, survives } = this.#greeted as Greeting;
    if (last === undefined) throw new StorageError("damaged", `${this.address.shown} has lost its first position`);
    this.tails.note(last);
    this.#heartbeat.start(() => this.beat());
    const first = oldest.rows[0]?.first ?? last.last;
    return { logId, head: last.last, oldest: first, survives, shared: true, maxBatchBytes: SHARED_BATCH };
  }

  /**
   * A server that was killed may, after its restart, show commits that no standby has. So nothing is read on a new
   * connection before a commit of this node's own has been confirmed, which confirms every commit before it.
   */
  async #prepare(client: PgClient): Promise<void> {
    if (this.#greeted === null) this.#greeted = await this.#greetFirst(client);
    else await this.#greetAgain(client, this.#greeted);
    await client.query(this.#beat(true));
  }

  async #greetFirst(client: PgClient): Promise<Greeting> {
    const greeted = await greet(client, this.address, this.options.create ? "create" : "refuse");
    if (greeted.isBeingFilled) {
      const advice = "drop its schema, and copy again";
      throw new StorageError("damaged", `${this.address.shown} holds a copy that was interrupted: ${advice}`);
    }
    return greeted;
  }

  async #greetAgain(client: PgClient, first: Greeting): Promise<void> {
    const { logId } = await greet(client, this.address, "diverged");
    if (logId !== first.logId) throw new StorageError("diverged", `${this.address.shown} holds another log`);
  }

  #beat(isProof: boolean) {
    const info = JSON.stringify({ host: hostname(), pid: process.pid });
    return beatQuery(this.node, this.applied, info, isProof);
  }

  after(tail: Tail): Promise<readonly BatchRow[]> {
    return this.reader.after(tail);
  }

  /** Shows the other nodes that this one is alive, and learns whether one of them has stored a snapshot. */
  async beat(): Promise<void> {
    const sent = this.options.now();
    const { rows } = await this.side.query<BeatRow>(this.#beat(false));
    const [row] = rows;
    if (row === undefined) return;
    this.due.stored(row.snapshot ?? 0);
    this.#clockOffset = clockOffset(row.now, sent, this.options.now());
  }

  get clockOffset(): number | null {
    return this.#clockOffset;
  }

  /** The predecessor of the first batch. */
  get start(): Tail {
    return { first: 0, last: 0, id: this.#greeted?.logId ?? "", digest: EMPTY_DIGEST };
  }

  /** The last batch, proved by a commit that was made after the call. Throws StorageError `diverged`. */
  async barrier(): Promise<Position> {
    const client = await this.side.client();
    const before = this.tails.last;
    const [, found] = await this.side.on(client, () => [this.#beat(true), HEAD]);
    const head = tailIn(found?.rows) ?? this.start;
    const known = this.tails.at(head.last);
    const isOther = known !== undefined && (known.id !== head.id || isOtherDigest(known.digest, head.digest));
    if (head.last < before || isOther) {
      throw new StorageError(
        "diverged",
        `${this.address.shown} is not the log that was read before: it ends otherwise`,
      );
    }
    return head.last;
  }

  async head(): Promise<Position> {
    return (await this.side.query<Tail>(HEAD)).rows[0]?.last ?? 0;
  }

  /** Passes batches to all followers, whichever way they were read or written. */
  bring(rows: readonly BatchRow[]): void {
    for (const follower of this.followers) follower.bring(rows);
  }

  /**
   * Notifies the other nodes that the log has grown. One notification is under way at a time; if several are due, only
   * the newest head is sent.
   */
  announce(head: Position): void {
    this.#announced = head;
    this.#announcing ??= this.#announce().finally(() => {
      this.#announcing = null;
    });
  }

  async #announce(): Promise<void> {
    for (let notified = 0; notified < this.#announced; ) {
      notified = this.#announced;
      // A lost notification does no harm: the other nodes poll as well.
      await this.side.query(notifyQuery(this.address.channel, notified)).catch(() => {});
    }
  }

  /**
   * What was read so far may not have been confirmed: new connections start with a proof, and everything is read again.
   */
  doubt(): void {
    this.writer.drop();
    this.side.drop();
  }

  async close(): Promise<void> {
    this.#heartbeat.stop();
    await Promise.all([...this.followers].map((follower) => follower.end()));
    await this.#announcing;
    if (this.side.isConnected) await this.side.query(leaveQuery(this.node)).catch(() => {});
    await Promise.all([this.writer.close(), this.side.close(), this.bulk.close()]);
  }
}

function tailIn(rows: readonly unknown[] | undefined): Tail | undefined {
  return rows?.[0] as Tail | undefined;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
