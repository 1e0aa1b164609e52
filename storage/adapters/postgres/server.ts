import { hostname } from "node:os";
import { StorageError } from "../../error.ts";
import type { Position } from "../../port.ts";
import { askAgain } from "../shared-log/ask-again.ts";
import { isOtherDigest } from "../shared-log/digest.ts";
import type { FoundLog, LogNode, LogServer } from "../shared-log/server.ts";
import type { LogState } from "../shared-log/state.ts";
import type { Tail } from "../shared-log/tails.ts";
import type { Address } from "./address.ts";
import { Appender } from "./appender.ts";
import { Connection } from "./connection.ts";
import { PostgresMarks } from "./marks.ts";
import type { PgClient, PgResult } from "./pg.ts";
import { BatchReader } from "./reader.ts";
import { type Greeting, greet } from "./session.ts";
import { Snapshots } from "./snapshots.ts";
import { isRefusal, sqlStateOf } from "./sql-state.ts";
import {
  beatQuery,
  endLeaseQuery,
  FORGET_NODES,
  HEAD,
  leaseQuery,
  leaveQuery,
  NODES,
  notifyQuery,
  OLDEST,
  probeQueries,
  trimQuery,
} from "./statements.ts";

interface BeatRow {
  /** Position of the newest snapshot. */
  readonly snapshot: number | null;
  /** The server's clock, in epoch milliseconds. */
  readonly now: number;
}

/** The primitives of a shared log. One connection appends; another one reads, listens and notifies. */
export class PostgresServer implements LogServer<Tail> {
  /** A separate connection for uploads, which would delay the others. Opened on first use. */
  readonly bulk: Connection;
  readonly reader: BatchReader;
  readonly appender: Appender;
  readonly turns: Appender;
  readonly snapshots: Snapshots;
  readonly marks: PostgresMarks;
  /** Opened on first use. */
  readonly #marking: Connection;
  readonly #writer: Connection;
  readonly #side: Connection;
  readonly #address: Address;
  readonly #log: LogState<Tail>;
  readonly #create: boolean;
  /** The server's greeting on the first connection. */
  #greeted: Greeting | null = null;
  #announcing: Promise<void> | null = null;
  #announced: Position = 0;

  /** `create`: make the tables if there are none. */
  constructor(address: Address, create: boolean, log: LogState<Tail>) {
    this.#address = address;
    this.#create = create;
    this.#log = log;
    const servers = [...address.servers];
    const prepare = (client: PgClient) => this.#prepare(client);
    this.#writer = new Connection({ address, servers, prepare });
    this.bulk = new Connection({ address, servers, prepare });
    this.#marking = new Connection({ address, servers, prepare });
    this.#side = new Connection({
      address,
      servers,
      prepare: async (client) => {
        await this.#prepare(client);
        if (log.looks.listen) await client.query({ text: `listen ${quoted(address.channel)}` });
        log.wake();
      },
      onNotification: (payload) => log.notified(Number(payload)),
    });
    this.marks = new PostgresMarks(this.#marking, this.#side);
    this.reader = new BatchReader(this.#side, log);
    const [lock, doubt] = [address.locks.turn, () => this.#doubt()];
    this.appender = new Appender({ writer: this.#writer, reader: this.reader, lock, doubt });
    this.turns = this.appender;
    this.snapshots = new Snapshots(this.#side, log);
  }

  open(): Promise<FoundLog<Tail>> {
    const isFinal = (error: unknown) => {
      const state = sqlStateOf(error);
      return error instanceof StorageError ? error.details.passes !== true : state !== null && isRefusal(state);
    };
    return askAgain(() => this.#find(), isFinal);
  }

  async #find(): Promise<FoundLog<Tail>> {
    const [head, oldest] = await Promise.all([
      this.#side.query<Tail>(HEAD),
      this.#side.query<Pick<Tail, "first">>(OLDEST),
    ]);
    const last = head.rows[0];
    if (last === undefined) throw new StorageError("damaged", `${this.#address.shown} has lost its first position`);
    // `#prepare` has set it: it runs before any query.
    return { ...(this.#greeted as Greeting), head: last, oldest: oldest.rows[0]?.first ?? null };
  }

  /**
   * A server that was killed may, after its restart, show commits that no standby has. So nothing is read on a new
   * connection before a commit of this node's own has been confirmed, which confirms every commit before it.
   */
  async #prepare(client: PgClient): Promise<void> {
    const first = this.#greeted;
    const greeted = await greet(
      client,
      this.#address,
      first !== null ? "diverged" : this.#create ? "create" : "refuse",
    );
    if (first !== null && greeted.logId !== first.logId)
      throw new StorageError("diverged", `${this.#address.shown} holds another log`);
    this.#greeted ??= greeted;
    await client.query(this.#beat(true));
  }

  #beat(isProof: boolean) {
    const info = JSON.stringify({ host: hostname(), pid: process.pid });
    return beatQuery(this.#log.node, this.#log.applied, info, isProof);
  }

  async probe(): Promise<void> {
    await this.#side.on(await this.#side.client(), probeQueries);
  }

  async head(): Promise<Position> {
    const client = await this.#side.client();
    const { tails, place } = this.#log;
    const before = tails.last;
    const [, found] = await this.#side.on(client, () => [this.#beat(true), HEAD]);
    const head = (found as PgResult<Tail> | undefined)?.rows[0];
    const known = head && tails.at(head.last);
    const isOther = known !== undefined && (known.id !== head?.id || isOtherDigest(known.digest, head.digest));
    if (head !== undefined && head.last >= before && !isOther) return head.last;
    throw new StorageError("diverged", `${place} is not the log that was read before: it ends otherwise`);
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
      await this.#side.query(notifyQuery(this.#address.channel, notified)).catch(() => {});
    }
  }

  /**
   * Entries that were read may not have been confirmed: new connections start with a proof, and everything is read
   * again.
   */
  #doubt(): void {
    this.#writer.drop();
    this.#side.drop();
  }

  async trim(through: Position): Promise<void> {
    // Updates this node's own position first: otherwise trimming would wait for entries that it has read since its last
    // heartbeat.
    await this.beat();
    await this.#side.query(trimQuery(through));
    await this.#side.query(FORGET_NODES);
  }

  async beat(): Promise<Position> {
    let row: BeatRow | undefined;
    const ask = async () => {
      [row] = (await this.#side.query<BeatRow>(this.#beat(false))).rows;
    };
    await this.#log.clock.learn(ask, async () => row?.now ?? null);
    return row?.snapshot ?? 0;
  }

  readonly notes = {
    nodes: async (): Promise<readonly LogNode[]> =>
      (await this.#side.query<LogNode>({ text: NODES, values: [this.#log.node] })).rows,
    fits: async (): Promise<string | null> =>
      (await this.#side.query<{ fits: string | null }>({ text: "select fits from log" })).rows[0]?.fits ?? null,
    setFits: async (fits: string): Promise<void> => {
      await this.#side.query({ text: "update log set fits = $1", values: [fits] });
    },
    setFilling: async (isFilling: boolean): Promise<void> => {
      await this.#side.query({ text: "update log set filling = $1", values: [isFilling] });
    },
  };

  async lease(name: string, seconds: number): Promise<boolean> {
    const { node } = this.#log;
    const query = seconds > 0 ? leaseQuery(node, name, seconds) : endLeaseQuery(node, name);
    return (await this.#side.query(query)).rowCount === 1 && seconds > 0;
  }

  async close(): Promise<void> {
    await this.#announcing;
    if (this.#side.isConnected) await this.#side.query(leaveQuery(this.#log.node)).catch(() => {});
    await Promise.all([this.#writer, this.#side, this.bulk, this.#marking].map((each) => each.close()));
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
