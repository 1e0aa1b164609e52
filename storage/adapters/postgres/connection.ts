import { errorCode, isError, reasonOf, StorageError } from "../../error.ts";
import type { Address } from "./address.ts";
import { newClient, type PgClient, type PgQuery, type PgResult } from "./pg.ts";
import { STANDBY } from "./session.ts";
import { isRefusal, sqlStateOf } from "./sql-state.ts";

/** Milliseconds after which a missing answer counts as lost. */
const ANSWER_TIMEOUT = 5000;

export interface ConnectionParts {
  readonly address: Address;
  /** Those of the address in the order in which they are tried, shared by all connections of a node. */
  readonly servers: string[];
  /** Prepares a new connection before any other query uses it. Throws if it leads to the wrong server. */
  readonly prepare: (client: PgClient) => Promise<void>;
  readonly onNotification?: (payload: string) => void;
}

/** A connection that is opened on first use, and opened again after it was lost. */
export class Connection {
  readonly #parts: ConnectionParts;
  #current: Promise<PgClient> | null = null;
  /** Null while it is not connected. */
  #client: PgClient | null = null;
  #isClosed = false;
  #hasDoubtfulCommit = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  /**
   * @throws StorageError `unreadable` if no server can be used, which leaves nothing in doubt; its detail `passes` says
   *   whether one may be soon: it hangs, starts, or is the standby of another one.
   */
  client(): Promise<PgClient> {
    if (this.#isClosed) return Promise.reject(new StorageError("misused", `${this.#parts.address.shown} is not open`));
    if (this.#current === null) {
      const connecting: Promise<PgClient> = this.#connect().catch((error: unknown) => {
        if (this.#current === connecting) this.#current = null;
        throw error;
      });
      this.#current = connecting;
    }
    return this.#current;
  }

  /** Connects first if it has to. Throws the server's error, or an error if no answer came. */
  async query<R>(query: PgQuery, patience = ANSWER_TIMEOUT): Promise<PgResult<R>> {
    return this.on(await this.client(), () => [query] as const, patience).then(([result]) => result as PgResult<R>);
  }

  /**
   * Pipelining: all queries are sent at once on one client, and the first error is thrown. Every query is answered, or
   * the client is lost.
   */
  async on(
    client: PgClient,
    queries: () => readonly PgQuery[],
    patience = ANSWER_TIMEOUT,
  ): Promise<readonly PgResult<unknown>[]> {
    const timer = setTimeout(() => client.connection.stream.destroy(), patience);
    try {
      const settled = await Promise.allSettled(queries().map((query) => client.query<unknown>(query)));
      return settled.map((each) => {
        if (each.status === "rejected") throw each.reason;
        return each.value;
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Whether the server has warned, since the last call, that a commit took effect without confirmation by a standby
   * because the wait for it was cancelled.
   */
  takeDoubtfulCommit(): boolean {
    const has = this.#hasDoubtfulCommit;
    this.#hasDoubtfulCommit = false;
    return has;
  }

  get isConnected(): boolean {
    return this.#client !== null;
  }

  /** Breaks the connection: queries under way are lost, and the next use opens a new one. */
  drop(): void {
    const current = this.#current;
    this.#current = null;
    current?.then((client) => client.connection.stream.destroy()).catch(() => {});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#current?.catch(() => null);
    this.#current = null;
    if (client) await end(client);
  }

  async #connect(): Promise<PgClient> {
    const { address, servers } = this.#parts;
    let fault: unknown = null;
    let passes = false;
    for (const server of [...servers]) {
      const begun = performance.now();
      try {
        const client = await this.#connectTo(server);
        // The next connection tries it first: one that hangs costs seconds each time.
        servers.splice(0, 0, ...servers.splice(servers.indexOf(server), 1));
        return client;
      } catch (error) {
        if (error instanceof StorageError) throw error;
        fault ??= error;
        passes ||= performance.now() - begun >= ANSWER_TIMEOUT || isPassing(error, servers.length);
      }
    }
    throw new StorageError("unreadable", `${address.shown} cannot be used: ${reasonIn(fault)}`, { passes });
  }

  async #connectTo(server: string): Promise<PgClient> {
    const { prepare, onNotification } = this.#parts;
    const client = await newClient(server, { patience: ANSWER_TIMEOUT });
    const forget = () => {
      if (this.#client === client) {
        this.#client = null;
        this.#current = null;
      }
    };
    client.on("error", forget);
    client.on("end", forget);
    client.on("notice", ({ routine }) => {
      if (routine === "SyncRepWaitForLSN") this.#hasDoubtfulCommit = true;
    });
    if (onNotification) client.on("notification", ({ payload = "" }) => onNotification(payload));
    // A server that waits for its standby does not answer until the standby is back.
    const timer = setTimeout(() => client.connection.stream.destroy(), 2 * ANSWER_TIMEOUT);
    try {
      await client.connect();
      await prepare(client);
      this.#client = client;
      return client;
    } catch (error) {
      void end(client);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Whether a server that refuses may soon accept, or be replaced: it starts or ends, or is a standby of another one. */
function isPassing(error: unknown, servers: number): boolean {
  if (errorCode(error) === "ECONNRESET" || !isRefusal(sqlStateOf(error) ?? "")) return true;
  return servers > 1 && reasonOf(error) === STANDBY;
}

/** Milliseconds to wait for a connection to close cleanly. */
const FAREWELL = 1000;

async function end(client: PgClient): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), FAREWELL);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

/** For several addresses of one host, Node throws an AggregateError whose own message is empty. */
function reasonIn(error: unknown): string {
  if (isError(error) && "errors" in error && Array.isArray(error.errors)) return error.errors.map(reasonOf).join("; ");
  return reasonOf(error);
}
