import { reasonOf, StorageError } from "../../error.ts";
import type { FileStore } from "../../file-store/port.ts";
import type {
  Appended,
  Entries,
  Entry,
  FittedNote,
  Opened,
  Position,
  Sharing,
  Storage,
  StoredSnapshot,
} from "../../port.ts";
import { entriesFrom } from "../batch-log/batch.ts";
import { Follower } from "../batch-log/follower.ts";
import { countBeating } from "../batch-log/heartbeat.ts";
import type { Tail } from "../batch-log/tails.ts";
import { type Address, parseAddress } from "./address.ts";
import { Appender } from "./appender.ts";
import { PostgresFiles } from "./files.ts";
import { PostgresLog } from "./log.ts";
import { Snapshots } from "./snapshots.ts";
import { FORGET_NODES, holdingQuery, probeQueries, trimQuery } from "./statements.ts";
import { tablesSql } from "./tables.ts";

export interface PostgresOptions {
  /** The schema that holds the log. When absent, the one in the URL, or `galley`. */
  readonly schema?: string;
  /**
   * Receive other nodes' notifications with LISTEN. True when absent; set it to false behind a pooler that does not
   * keep sessions.
   */
  readonly listen?: boolean;
  /** Milliseconds between two polls for new batches. When absent 250, or 50 without `listen`. */
  readonly poll?: number;
  /** Create the tables if there are none. True when absent; with false, `open` throws `unreadable` without them. */
  readonly create?: boolean;
  /** @internal The clock that is compared with the server's. */
  readonly now?: () => number;
}

/** A process that has the log open. */
export interface PostgresNode {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Position of the last entry that it has applied, as of its last heartbeat. */
  readonly applied: Position;
  /** Milliseconds since that heartbeat. */
  readonly seenAgo: number;
}

interface Open {
  readonly log: PostgresLog;
  readonly appender: Appender;
  readonly snapshots: Snapshots;
}

/**
 * A log in PostgreSQL 14 or newer that any number of nodes share. Needs the package `pg`. An acknowledged write is
 * committed and, if the server has a synchronous standby, confirmed by it.
 */
export class PostgresStorage implements Storage {
  readonly #address: Address;
  readonly #options: PostgresOptions;
  #open: Open | null = null;

  /**
   * @param url `postgres://USER:PASSWORD@HOST[,HOST…]/DATABASE[?schema=NAME]`; other parameters are passed to `pg`.
   * @throws StorageError `misused` for an invalid URL.
   */
  constructor(url: string, options: PostgresOptions = {}) {
    this.#address = parseAddress(url, options.schema);
    this.#options = options;
    const { shown } = this.#address;
    this.fitted = {
      place: shown,
      advice: `carry the content over by way of a file that can be edited: galley data copy ${shown} FILE.json`,
      read: async () => (await this.#query<{ fits: string | null }>("select fits from log")).rows[0]?.fits ?? null,
      write: async (fingerprint) => {
        await this.#query("update log set fits = $1", [fingerprint]);
      },
    };
  }

  readonly fitted: FittedNote;

  /** Uploaded files, shared by all nodes. */
  readonly files: FileStore = new PostgresFiles(() => this.#use.log.bulk);

  readonly snapshots = {
    newest: async (): Promise<StoredSnapshot | null> => this.#use.snapshots.newest(),
    store: async (at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
      await this.#use.snapshots.store(at, bytes);
    },
    due: (): boolean => this.#use.log.due.isDue,
  };

  readonly sharing: Sharing = {
    follow: async (from, sink) => {
      const { log } = this.#use;
      const follower = new Follower(log, await this.#tailAt(from), sink);
      follower.start();
      return () => follower.end();
    },
    barrier: async () => this.#use.log.barrier(),
    claimSnapshot: async (at) => this.#use.snapshots.claim(at),
    turn: async (after, patience) => this.#use.appender.turn(after, patience),
    nodes: async () => countBeating(await this.nodes()),
    clockOffset: () => this.#open?.log.clockOffset ?? null,
  };

  /** @throws StorageError `unreadable` if no server can be used, `invalid` for an unknown format, `damaged` */
  async open(): Promise<Opened> {
    if (this.#open !== null) throw new StorageError("misused", `${this.#address.shown} is open already`);
    const { listen = true, poll = listen ? 250 : 50, create = true } = this.#options;
    const log = new PostgresLog(this.#address, { listen, poll, create, now: this.#options.now ?? Date.now });
    this.#open = { log, appender: new Appender(log), snapshots: new Snapshots(log) };
    try {
      return await log.open();
    } catch (error) {
      await this.close();
      if (error instanceof StorageError) throw error;
      throw new StorageError("unreadable", `${this.#address.shown} cannot be used: ${reasonOf(error)}`);
    }
  }

  async append(expected: Position, batch: readonly Entry[]): Promise<Appended> {
    return this.#use.appender.append(expected, batch);
  }

  async probe(): Promise<string | null> {
    try {
      const { side } = this.#use.log;
      await side.on(await side.client(), probeQueries);
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  }

  async *read(from: Position): AsyncGenerator<Entries> {
    const { log } = this.#use;
    let rows = await log.reader.from(from);
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      log.bring(rows);
      for (const row of rows) yield entriesFrom(row, from);
      rows = await log.reader.after(last);
    }
  }

  async trim(through: Position): Promise<void> {
    const { log } = this.#use;
    const { side } = log;
    // Updates this node's own position first: otherwise trimming would wait for entries that it has read since its last
    // heartbeat.
    await log.beat();
    await side.query(trimQuery(through));
    await side.query(FORGET_NODES);
  }

  async beginFilling(): Promise<() => Promise<void>> {
    await this.#query("update log set filling = true");
    return async () => {
      await this.#query("update log set filling = false");
    };
  }

  /** The other nodes that have the log open, including those that ended without signing off. */
  async nodes(): Promise<readonly PostgresNode[]> {
    const text = `select id, applied, info->>'host' as host, (info->>'pid')::int as pid,
      (extract(epoch from clock_timestamp() - seen) * 1000)::bigint as "seenAgo" from node where id <> $1 order by seen desc`;
    return (await this.#query<PostgresNode>(text, [this.#use.log.node])).rows;
  }

  /** The SQL that creates the tables, for an administrator. */
  get sql(): string {
    return tablesSql(this.#address.schema);
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.log.close();
  }

  /** The batch that ends at a position. Throws StorageError `diverged` or `trimmed` if there is none. */
  async #tailAt(position: Position): Promise<Tail> {
    const { log } = this.#use;
    const known = log.tails.at(position);
    if (known !== undefined) return known;
    const found = (await log.side.query<Tail>(holdingQuery(position))).rows[0];
    if (found?.last === position) return found;
    throw new StorageError("diverged", `${this.#address.shown} has no batch that ends at position ${position}`);
  }

  async #query<R>(text: string, values: unknown[] = []) {
    return this.#use.log.side.query<R>({ text, values });
  }

  get #use(): Open {
    if (this.#open === null) throw new StorageError("misused", `${this.#address.shown} is not open`);
    return this.#open;
  }
}
