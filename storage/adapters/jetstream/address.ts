import { StorageError } from "../../error.ts";

/** The location of a log: the servers of a cluster, and the log's name among their streams. */
export interface Address {
  /** `HOST:PORT`, in the order of the URL. */
  readonly servers: readonly string[];
  readonly user: string | null;
  readonly password: string | null;
  /** A file with the credentials of a user. */
  readonly credentials: string | null;
  /** PEM files, if the connection is encrypted. */
  readonly tls: { readonly ca: string | null; readonly cert: string | null; readonly key: string | null } | null;
  readonly stream: string;
  /** The stream of marks. No log has its name. */
  readonly marks: string;
  readonly subjects: {
    readonly log: string;
    readonly barrier: string;
    readonly news: string;
    readonly turn: string;
    readonly mark: string;
  };
  /** Buckets for notes about nodes, for snapshots and for uploads. */
  readonly buckets: { readonly notes: string; readonly snapshots: string; readonly files: string };
  /** How many servers store each message; used when the stream is created. */
  readonly replicas: number;
  /** URLs of the servers' monitoring endpoints, which report whether every write is flushed. */
  readonly monitors: readonly string[];
  /** The operator vouches that every write is flushed (`trust=sync`). */
  readonly isTrusted: boolean;
  /** The log's name in messages, without a password. */
  readonly shown: string;
}

const URL_PARTS = /^(nats|tls):\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i;
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const DEFAULT_PORT = 4222;
const PARAMETERS: ReadonlySet<string> = new Set(["replicas", "monitors", "trust", "creds", "ca", "cert", "key"]);

/**
 * Parses `nats://USER:PASSWORD@HOST[:PORT][,HOST…]/NAME[?replicas=3&monitors=URL[,URL…]&trust=sync&creds=FILE]`.
 * `tls://` encrypts the connection; `ca`, `cert` and `key` are for servers that the system's certificate authorities do
 * not cover.
 *
 * @throws StorageError `misused`. Its message never contains the URL, which may hold a password.
 */
export function parseAddress(url: string): Address {
  const [, scheme = "", authority = "", name = "", query = ""] = URL_PARTS.exec(url) ?? [];
  if (scheme === "") throw misused("is not an address like nats://HOST:4222/NAME");
  const at = authority.lastIndexOf("@");
  const [user = null, password = null] = at < 0 ? [] : authority.slice(0, at).split(/:(.*)/s).map(decoded);
  const servers = authority
    .slice(at + 1)
    .split(",")
    .map(withPort);
  if (!NAME.test(name)) throw misused("needs the name of the log, of letters, digits, - and _, after the servers");
  const parameters = new URLSearchParams(query);
  for (const key of parameters.keys()) if (!PARAMETERS.has(key)) throw misused(`has no parameter "${key}"`);
  const trust = parameters.get("trust");
  if (trust !== null && trust !== "sync") throw misused('takes "trust" only as trust=sync');
  return {
    servers,
    user,
    password,
    credentials: parameters.get("creds"),
    tls: scheme.toLowerCase() === "tls" ? tlsIn(parameters) : null,
    stream: `GALLEY_${name}`,
    marks: `GALLEY-MARKS_${name}`,
    subjects: {
      log: `galley.${name}.log`,
      barrier: `galley.${name}.barrier`,
      news: `galley.${name}.news`,
      turn: `galley.${name}.turn`,
      mark: `galley.${name}.mark`,
    },
    buckets: { notes: `galley_${name}`, snapshots: `galley_${name}_snapshots`, files: `galley_${name}_files` },
    replicas: replicasIn(parameters),
    monitors: parameters.get("monitors")?.split(",").map(monitorAt) ?? [],
    isTrusted: trust === "sync",
    shown: `${scheme}://${user === null ? "" : `${user}@`}${servers.join(",")}/${name}`,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw misused("cannot be read");
  }
}

function withPort(host: string): string {
  if (host === "" || !URL.canParse(`http://${host}`)) throw misused("cannot be read");
  return /:\d+$/.test(host) ? host : `${host}:${DEFAULT_PORT}`;
}

function tlsIn(parameters: URLSearchParams): Address["tls"] {
  return { ca: parameters.get("ca"), cert: parameters.get("cert"), key: parameters.get("key") };
}

function replicasIn(parameters: URLSearchParams): number {
  const text = parameters.get("replicas") ?? "3";
  if (!/^[135]$/.test(text)) throw misused("takes 1, 3 or 5 replicas");
  return Number(text);
}

function monitorAt(text: string): string {
  const url = text.includes("://") ? text : `http://${text}`;
  if (!URL.canParse(url)) throw misused("has a monitor that cannot be read");
  return new URL(url).origin;
}

function misused(fault: string): StorageError {
  return new StorageError("misused", `The address of JetStream ${fault}`);
}
