import { createHash } from "node:crypto";
import { StorageError } from "../../error.ts";

/** Where a log is: the servers that may have it, and its schema in their database. */
export interface Address {
  /** A connection string for each host of the URL, in its order. */
  readonly servers: readonly string[];
  readonly schema: string;
  /** Channel on which nodes notify each other that the log has grown. */
  readonly channel: string;
  /** Keys of advisory locks, as the text of a bigint. */
  readonly locks: { readonly tables: string; readonly turn: string };
  /** Names the place in messages: without a password. */
  readonly shown: string;
}

const DEFAULT_SCHEMA = "galley";
/** Bytes: what PostgreSQL takes of a name, less the beginning of the channel's. */
const MAX_SCHEMA = 63 - "galley_".length;
const URL_PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/i;

export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text);
}

/**
 * Reads `postgres://USER:PASSWORD@HOST[:PORT][,HOST…]/DATABASE[?schema=NAME&…]`. Other parameters are those of `pg`.
 * `schema` wins over the one in the URL.
 *
 * @throws StorageError `misused`, never with the URL itself, which may hold a password.
 */
export function parseAddress(url: string, schema?: string): Address {
  const [, scheme = "", authority = "", path = "", query = ""] = URL_PARTS.exec(url) ?? [];
  if (scheme === "") throw misused("is no address like postgres://USER@HOST/DATABASE");
  const parameters = new URLSearchParams(query);
  const chosen = schema ?? parameters.get("schema") ?? DEFAULT_SCHEMA;
  parameters.delete("schema");
  assertSchema(chosen);
  const at = authority.lastIndexOf("@") + 1;
  const user = authority.slice(0, at);
  const hosts = authority.slice(at).split(",");
  const rest = parameters.size > 0 ? `?${parameters}` : "";
  const servers = hosts.map((host) => `${scheme}${user}${host}${path}${rest}`);
  for (const server of servers)
    if (!URL.canParse(server.replace(/@(?=\/|$)/, "@localhost"))) throw misused("cannot be read");
  const name = user.includes(":") ? `${user.slice(0, user.indexOf(":"))}@` : user;
  const suffix = chosen === DEFAULT_SCHEMA ? "" : `?schema=${encodeURIComponent(chosen)}`;
  return {
    servers,
    schema: chosen,
    channel: `galley_${chosen}`,
    locks: { tables: lockKey("tables", chosen), turn: lockKey("turn", chosen) },
    shown: `${scheme}${name}${hosts.join(",")}${path}${suffix}`,
  };
}

function assertSchema(schema: string): void {
  const bytes = Buffer.byteLength(schema);
  if (bytes > 0 && bytes <= MAX_SCHEMA && !/^pg_|\0/i.test(schema)) return;
  throw misused(`has the schema "${schema}": it must have 1 to ${MAX_SCHEMA} bytes and not begin with pg_`);
}

function lockKey(what: string, schema: string): string {
  return createHash("sha256").update(`galley ${what} ${schema}`).digest().readBigInt64BE().toString();
}

function misused(fault: string): StorageError {
  return new StorageError("misused", `The address of PostgreSQL ${fault}`);
}
