import { errorCode, StorageError } from "../../error.ts";

/** The part of the package `pg` that the adapter uses. */
export interface PgClient {
  connect(): Promise<unknown>;
  query<R>(query: PgQuery): Promise<PgResult<R>>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  on(event: "notice", listener: (notice: PgNotice) => void): unknown;
  on(event: "notification", listener: (notification: PgNotification) => void): unknown;
  readonly connection: { readonly stream: { destroy(): unknown } };
}

export interface PgQuery {
  /** The statement is prepared once per connection under this name. */
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

export interface PgResult<R> {
  readonly rows: R[];
  readonly rowCount: number | null;
  readonly command: string;
}

export interface PgNotice {
  readonly routine?: string | undefined;
}

export interface PgNotification {
  readonly payload?: string | undefined;
}

export interface ClientSettings {
  /** Milliseconds after which a server that does not answer is given up. */
  readonly patience: number;
}

/** The type of positions, counts and sizes, which are all far below the limit of a JavaScript number. */
const INT8 = 20;

/**
 * Creates a client for one server, not connected yet.
 *
 * @throws StorageError `misused` if `pg` is not installed.
 */
export async function newClient(server: string, { patience }: ClientSettings): Promise<PgClient> {
  const { default: pg } = await load();
  const getTypeParser = (type: number): ((value: string) => unknown) => {
    return type === INT8 ? Number : pg.types.getTypeParser(type, "text");
  };
  return new pg.Client({
    connectionString: server,
    application_name: "galley",
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: patience,
    // Rows are transferred as text: `pg` reads binary ones as UTF-8, which loses bytes. The cast is needed because the
    // function's type has overloads.
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
  }) as unknown as PgClient;
}

async function load(): Promise<typeof import("pg")> {
  try {
    return await import("pg");
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new StorageError("misused", "PostgreSQL needs the package pg, which is not installed: npm install pg");
  }
}
