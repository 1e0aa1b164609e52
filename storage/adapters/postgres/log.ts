import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { StorageError } from "../../error.ts";
import type { Opened, Position } from "../../port.ts";
import { SnapshotDue } from "../../sharing/snapshot-due.ts";
import type { BatchRow } from "../batch-log/batch.ts";
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
  /** Hear of other nodes' appends by LISTEN. */
  readonly listen: boolean;
  /** Milliseconds between looks for what others wrote. */
  readonly poll: number;
}

/**
 * An open log: one connection appends, the other one reads, listens and notifies. What every part of the adapter knows
 * of it meets here.
 */
export class PostgresLog implements FollowedLog {
  readonly address: Address;
  readonly options: LogOptions;
  /** Names this node to the others. */
  readonly node = randomUUID();
  readonly tails = new KnownTails();
  readonly writer: Connection;
  readonly side: Connection;
  /** Carries uploads, which would hold the others up. Made when there are any. */
  readonly bulk: Connection;
  readonly reader: BatchReader;
  readonly followers = new Set<Following>();
  readonly due = new SnapshotDue();
  /** How far this node has read the log, whose others are not to forget what comes then. */
  applied: Position = 0;
  #logId: string | null = null;
  readonly #heartbeat = new Heartbeat();
  #announcing: Promise<void> | null = null;
  #announced: Position = 0;

  constructor(address: Address, options: LogOptions) {
    this.address = address;
    this.options = options;
    this.writer = new Connection({ address, prepare: (client) => this.#prepare(client) });
    this.bulk = new Connection({ address, prepare: (client) => this.#prepare(client) });
    this.side = new Connection({
      address,
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

  /** Makes the tables where there are none. Throws StorageError for what cannot be used. */
  async open(): Promise<Opened> {
    const greeted = await this.#greetFirst();
    const [head, oldest] = await Promise.all([this.side.query<Tail>(HEAD), this.side.query<Tail>(OLDEST)]);
    const last = head.rows[0];
    if (last === undefined) throw new StorageError("damaged", `${this.address.shown} has lost its first position`);
    this.tails.note(last);
    this.#heartbeat.start(() => this.beat());
    const { logId, survives } = greeted;
    return { logId, head: last.last, oldest: oldest.rows[0]?.first ?? last.last, survives, shared: true };
  }

  async #greetFirst(): Promise<Greeting> {
    let greeted: Greeting | null = null;
    const first = new Connection({
      address: this.address,
      prepare: async (client) => {
        greeted = await greet(client, this.address, true);
      },
    });
    await first.client();
    await first.close();
    // The connection is prepared when it is there.
    const { logId, isBeingFilled } = greeted as unknown as Greeting;
    if (isBeingFilled) {
      const advice = "drop its schema, and copy again";
      throw new StorageError("damaged", `${this.address.shown} holds a copy that was interrupted: ${advice}`);
    }
    this.#logId = logId;
    return greeted as unknown as Greeting;
  }

  /**
   * What a killed server shows after its start may be on no standby: nothing is read before a commit of this node's own has
   * been confirmed, which confirms all before it.
   */
  async #prepare(client: PgClient): Promise<void> {
    const { logId } = await greet(client, this.address, false);
    if (logId !== this.#logId) throw new StorageError("diverged", `${this.address.shown} holds another log`);
    await client.query(this.#beat(true));
  }

  #beat(isProof: boolean) {
    const info = JSON.stringify({ host: hostname(), pid: process.pid });
    return beatQuery(this.node, this.applied, info, isProof);
  }

  after(tail: Tail): Promise<readonly BatchRow[]> {
    return this.reader.after(tail);
  }

  /** Tells the others that this node lives, and learns whether one of them made a snapshot. */
  async beat(): Promise<void> {
    const { rows } = await this.side.query<{ readonly snapshot: number | null }>(this.#beat(false));
    this.due.stored(rows[0]?.snapshot ?? 0);
  }

  /** What the first batch goes on from. */
  get start(): Tail {
    return { first: 0, last: 0, id: this.#logId ?? "" };
  }

  /** The last batch, proved by a commit that came after the call. Throws StorageError `diverged`. */
  async barrier(): Promise<Position> {
    const client = await this.side.client();
    const before = this.tails.last;
    const [, found] = await this.side.on(client, () => [this.#beat(true), HEAD]);
    const head = tailIn(found?.rows) ?? this.start;
    const known = this.tails.at(head.last);
    if (head.last < before || (known !== undefined && known.id !== head.id)) {
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

  /** Gives what was read or written by whatever way to those that follow. */
  bring(rows: readonly BatchRow[]): void {
    for (const follower of this.followers) follower.bring(rows);
  }

  /** Tells the others that the log has grown: one message under way at a time, the newest head wins. */
  announce(head: Position): void {
    this.#announced = head;
    this.#announcing ??= this.#announce().finally(() => {
      this.#announcing = null;
    });
  }

  async #announce(): Promise<void> {
    for (let notified = 0; notified < this.#announced; ) {
      notified = this.#announced;
      // They look for themselves, too.
      await this.side.query(notifyQuery(this.address.channel, notified)).catch(() => {});
    }
  }

  /** What was read so far may never have been confirmed: everything is asked anew behind a proof. */
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
