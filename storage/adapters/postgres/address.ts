import { createHash } from "node:crypto";
import { StorageError } from "../../error.ts";

/** The location of a log: the servers that may hold it, and its schema in their database. */
export interface Address {
  /** A connection string for each host in the URL, in the same order. */
  readonly servers: readonly string[];
  readonly schema: string;
  /** The channel on which nodes notify each other that the log has grown. */
  readonly channel: string;
  /** Keys of advisory locks, as a bigint in text form. */
  readonly locks: { readonly tables: string; readonly turn: string };
  /** The log's name in messages, without a password. */
  readonly shown: string;
}

const DEFAULT_SCHEMA = "galley";
/** In bytes: PostgreSQL's limit for names, less the prefix of the channel's name. */
const MAX_SCHEMA = 63 - "galley_".length;
const URL_PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/i;

/**
 * Parses `postgres://USER:PASSWORD@HOST[:PORT][,HOST…]/DATABASE[?schema=NAME&…]`. Other parameters are passed to `pg`.
 * The argument `schema` takes precedence over the one in the URL.
 *
 * @throws StorageError `misused`. Its message never contains the URL, which may hold a password.
 */
export function parseAddress(url: string, schema?: string): Address {
  const [, scheme = "", authority = "", path = "", query = ""] = URL_PARTS.exec(url) ?? [];
  if (scheme === "") throw misused("is not an address like postgres://USER@HOST/DATABASE");
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
