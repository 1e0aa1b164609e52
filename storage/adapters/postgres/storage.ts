import { EMPTY_DIGEST } from "../shared-log/digest.ts";
import type { LogNode } from "../shared-log/server.ts";
import type { LogState } from "../shared-log/state.ts";
import { SharedLogStorage } from "../shared-log/storage.ts";
import type { Tail } from "../shared-log/tails.ts";
import { type Address, parseAddress } from "./address.ts";
import { PostgresFiles } from "./files.ts";
import { PostgresServer } from "./server.ts";
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
export type PostgresNode = LogNode;

/**
 * A log in PostgreSQL 14 or newer that any number of nodes share. Needs the package `pg`. An acknowledged write is
 * committed and, if the server has a synchronous standby, confirmed by it.
 */
export class PostgresStorage extends SharedLogStorage {
  readonly #address: Address;

  /**
   * @param url `postgres://USER:PASSWORD@HOST[,HOST…]/DATABASE[?schema=NAME]`; other parameters are passed to `pg`.
   * @throws StorageError `misused` for an invalid URL.
   */
  constructor(url: string, options: PostgresOptions = {}) {
    const { listen = true, poll = listen ? 250 : 50, create = true, now = Date.now } = options;
    const address = parseAddress(url, options.schema);
    super({
      system: "PostgreSQL",
      place: address.shown,
      removal: "drop its schema",
      start: { first: 0, last: 0, id: "", digest: EMPTY_DIGEST },
      looks: { listen, poll },
      now,
      serverOf: (log: LogState<Tail>) => new PostgresServer(address, create, log),
      files: (server: () => PostgresServer) => new PostgresFiles(() => server().bulk),
    });
    this.#address = address;
  }

  /** The SQL that creates the tables, for an administrator. */
  get sql(): string {
    return tablesSql(this.#address.schema);
  }
}
