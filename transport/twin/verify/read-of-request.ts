import { isRecord } from "../../../engine/internal.ts";
import { type Read, withParts } from "./read.ts";

/** A request as a journal, a HAR or a list has it. */
export interface RequestLike {
  readonly method: string;
  /** A whole URL, or a path with its query. */
  readonly url: string;
  /** The text or value of its body. */
  readonly body?: unknown;
}

/** A request, as `galley.requests` records it. */
export interface AskedRequest {
  readonly method: string;
  /** Decoded, without its query. */
  readonly path: string;
  readonly query: string;
  readonly body?: unknown;
}

export function requestOfJournal({ method, path, query, body }: AskedRequest): RequestLike {
  return { method, url: `${encodeURI(path)}${query === "" ? "" : `?${query}`}`, body };
}

/** Counts requests that are not sent, by reason. */
export type Skipped = Map<string, number>;

/** The reads among requests; the others are counted. */
export async function* readsAmong(
  requests: Iterable<RequestLike> | AsyncIterable<RequestLike>,
  prefixes: readonly string[],
  skipped: Skipped,
): AsyncGenerator<Read> {
  for await (const request of requests) {
    const read = await readOfRequest(request, prefixes);
    if (typeof read === "string") skipped.set(read, (skipped.get(read) ?? 0) + 1);
    else yield read;
  }
}

/** The read that a request is, or why it cannot be sent: nothing that could write ever is. */
async function readOfRequest({ method, url, body }: RequestLike, prefixes: readonly string[]): Promise<Read | string> {
  const parsed = URL.canParse(url, "http://galley") ? new URL(url, "http://galley") : null;
  if (parsed === null) return "is no URL";
  const { pathname, search } = parsed;
  if (/\/graphql\/?$/.test(pathname)) return graphqlRead(method, pathname, search, body);
  if (method !== "GET" && method !== "HEAD") return `${method} is not sent`;
  const prefix = prefixes.find((each) => pathname.startsWith(`${each}/`));
  if (prefix === undefined) return `is not below ${prefixes[0] ?? "/"}`;
  return { method, isBelowPrefix: true, path: pathname.slice(prefix.length) + search };
}

/** A query of GraphQL, which goes by GET: a server refuses mutations there. */
async function graphqlRead(method: string, path: string, search: string, body: unknown): Promise<Read | string> {
  const given = method === "GET" ? Object.fromEntries(new URLSearchParams(search)) : bodyValue(body);
  if (method !== "GET" && method !== "POST") return `${method} is not sent`;
  if (!isRecord(given) || typeof given.query !== "string") return "holds no GraphQL query";
  if (!(await isQuery(given.query))) return "is no query of GraphQL: mutations are not sent";
  const params = ["query", "operationName", "variables"].flatMap((name) => {
    const value = given[name];
    if (value === undefined || value === null) return [];
    return [[name, typeof value === "string" ? value : JSON.stringify(value)] as const];
  });
  return withParts({ method: "GET", isBelowPrefix: false, path }, { path, params });
}

function bodyValue(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

async function isQuery(text: string): Promise<boolean> {
  const { Kind, parse } = await import("graphql");
  try {
    const { definitions } = parse(text, { maxTokens: 10_000 });
    return definitions.every((each) => each.kind !== Kind.OPERATION_DEFINITION || each.operation === "query");
  } catch {
    return false;
  }
}
