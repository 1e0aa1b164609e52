import { StorageError } from "../../error.ts";
import type { Survives } from "../../port.ts";
import { unknownFormat } from "../../shapes/decode.ts";
import type { Address } from "./address.ts";
import type { PgClient, PgResult } from "./pg.ts";
import { FORBIDDEN, sqlStateOf, UNDEFINED_TABLE } from "./sql-state.ts";
import { POSTGRES_FORMAT, tablesSql } from "./tables.ts";

/** A server's report about itself and its log on a new connection. */
export interface Greeting {
  readonly logId: string;
  readonly survives: Survives;
  readonly isBeingFilled: boolean;
}

export const STANDBY = "the server is a standby, which accepts no writes";
const MIN_VERSION = 140_000;

const SETTINGS = `select
  set_config('search_path', quote_ident($1), false),
  set_config('synchronous_commit',
    case when current_setting('synchronous_commit') = 'remote_apply' then 'remote_apply' else 'on' end, false),
  set_config('idle_in_transaction_session_timeout', '2s', false),
  set_config('lock_timeout', '500ms', false),
  set_config('statement_timeout', '10s', false),
  set_config('bytea_output', 'hex', false),
  pg_is_in_recovery() as "isStandby",
  current_setting('server_version_num')::int as version,
  current_setting('fsync') as fsync,
  current_setting('synchronous_standby_names') as standbys`;

interface SettingsRow {
  readonly isStandby: boolean;
  readonly version: number;
  readonly fsync: string;
  readonly standbys: string;
}

interface LogRow {
  readonly id: string;
  readonly format: number;
  readonly filling: boolean;
}

const LOG = "select id, format, filling from log";

/** The columns and tables that were added after the first ones: as many rows. */
const LATER = `select from pg_attribute where attname = 'digest' and attrelid in ('batch'::regclass, 'snapshot'::regclass)
  union all select from unnest(array[to_regclass('mark'), to_regclass('lease')]) found where found is not null`;
const LATER_PARTS = 4;

/** The treatment of missing tables. Refuse: they are not there yet. Diverged: they were. */
export type IfMissing = "create" | "refuse" | "diverged";

/**
 * Sets up a new connection, and returns what the server reports.
 *
 * @throws Error if the server is a standby; StorageError for a log that this version cannot read, or that is not there.
 */
export async function greet(client: PgClient, address: Address, ifMissing: IfMissing): Promise<Greeting> {
  const { rows } = await client.query<SettingsRow>({ text: SETTINGS, values: [address.schema] });
  const [settings] = rows;
  if (settings === undefined || settings.isStandby) throw new Error(STANDBY);
  if (settings.version < MIN_VERSION) {
    throw new StorageError("unreadable", `${address.shown} cannot be used: it needs PostgreSQL 14 or newer`);
  }
  const log = await findLog(client, address, ifMissing);
  if (log.format !== POSTGRES_FORMAT) throw unknownFormat(`log in ${address.shown}`, log.format, POSTGRES_FORMAT);
  return { logId: log.id, survives: survivesOf(settings), isBeingFilled: log.filling };
}

async function findLog(client: PgClient, address: Address, ifMissing: IfMissing): Promise<LogRow> {
  const found = await client.query<LogRow>({ text: LOG }).catch((error: unknown): PgResult<LogRow> => {
    if (sqlStateOf(error) !== UNDEFINED_TABLE) throw error;
    return { rows: [], rowCount: 0, command: "" };
  });
  const [log] = found.rows;
  if (log !== undefined && (ifMissing === "diverged" || (await hasLaterParts(client)))) return log;
  if (ifMissing === "diverged") throw new StorageError("diverged", `${address.shown} does not hold the log any more`);
  if (log === undefined && ifMissing === "refuse")
    throw new StorageError("unreadable", `${address.shown} has no log of Galley in the schema ${address.schema}`);
  await makeTables(client, address);
  const { rows } = await client.query<LogRow>({ text: LOG });
  if (rows[0] === undefined) throw new StorageError("damaged", `${address.shown} has tables of Galley without a log`);
  return rows[0];
}

async function hasLaterParts(client: PgClient): Promise<boolean> {
  return (await client.query({ text: LATER })).rowCount === LATER_PARTS;
}

/** One node at a time; the others then find the tables. Tables of an earlier version get their missing columns. */
async function makeTables(client: PgClient, address: Address): Promise<void> {
  await client.query({ text: "set lock_timeout = '10s'" });
  await client.query({ text: "select pg_advisory_lock($1)", values: [address.locks.tables] });
  await client.query({ text: tablesSql(address.schema) }).catch((error: unknown) => {
    if (sqlStateOf(error) !== FORBIDDEN) throw error;
    const advice = `have an administrator run what this prints: galley data sql ${address.shown}`;
    throw new StorageError("unreadable", `${address.shown} lacks tables, or columns of them: ${advice}`);
  });
  await client.query({ text: "select pg_advisory_unlock($1)", values: [address.locks.tables] });
  await client.query({ text: "set lock_timeout = '500ms'" });
}

function survivesOf({ fsync, standbys }: SettingsRow): Survives {
  if (fsync === "off") return "process crash";
  return standbys === "" ? "power loss" : "loss of a node";
}
