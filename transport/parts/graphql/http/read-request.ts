import { mediaTypeOf } from "../../../http/headers/media-type.ts";
import { bodyBytes, type JsonBody, parseBounded, refuseInexact, utf8Text } from "../../../http/json/json-body.ts";
import { jsonExcess } from "../../../http/json/json-excess.ts";
import { JSON_LIMITS } from "../../../http/json/json-limits.ts";
import { flatParams } from "../../../http/params/flat-params.ts";
import type { HttpRequest } from "../../../http/port.ts";
import { type GraphqlLimits, LimitError } from "../limits.ts";
import { RequestFault } from "./request-fault.ts";

/** The operation that a request asks for. */
export interface GraphqlRequest {
  /** Null if only its hash is given. */
  readonly query: string | null;
  readonly variables: { readonly [name: string]: unknown };
  readonly operationName: string | null;
  /** SHA-256 of the document, in hexadecimal digits. */
  readonly hash: string | null;
}

type Members = { readonly [name: string]: unknown };

/**
 * The body of a POST as text; empty if it is not said to be JSON.
 *
 * @throws HttpError for a body that is too large, or not UTF-8.
 */
export function postText(request: HttpRequest): string {
  const bytes = bodyBytes(request);
  return mediaTypeOf(request) === "application/json" ? utf8Text(bytes) : "";
}

/**
 * Parses the body of a POST (graphql, §5).
 *
 * @throws RequestFault, LimitError `nesting`; HttpError for anything but a JSON object or list.
 */
export function readPost(text: string, limits: GraphqlLimits): GraphqlRequest {
  const body = parseBody(text, limits);
  if (Array.isArray(body)) throw new RequestFault("Operation batching disabled.");
  if (Object.keys(body).length === 0) {
    throw new RequestFault("POST body missing, invalid Content-Type, or JSON object has no keys.");
  }
  return toRequest(body as Members, "in a POST body");
}

/** @throws LimitError `nesting`; HttpError for anything but a JSON object or list. */
export function parseBody(text: string, limits: GraphqlLimits): JsonBody {
  refuseExcess(text, limits);
  return parseBounded(text);
}

/**
 * Parses the query string of a GET (graphql, §5).
 *
 * @throws RequestFault, LimitError `nesting`.
 */
export function readGet(query: string, limits: GraphqlLimits): GraphqlRequest {
  const params = flatParams(query);
  return toRequest(
    {
      query: params.get("query")?.[0],
      operationName: params.get("operationName")?.[0],
      variables: jsonParam(params, "variables", limits),
      extensions: jsonParam(params, "extensions", limits),
    },
    "in a search parameter",
  );
}

function jsonParam(params: ReadonlyMap<string, readonly string[]>, name: string, limits: GraphqlLimits): unknown {
  const text = params.get(name)?.[0];
  if (text === undefined || text === "") return undefined;
  refuseExcess(text, limits);
  const value = parseParam(text, name);
  refuseInexact(text);
  return value;
}

function parseParam(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestFault(`The ${name} search parameter contains invalid JSON.`);
  }
}

/** Checked before parsing. Mutations have the body limits of REST; a text without the word `mutation` is none. */
function refuseExcess(text: string, limits: GraphqlLimits): void {
  const values = text.includes("mutation") ? JSON_LIMITS.values : limits.variables;
  const excess = jsonExcess(text, { depth: limits.nesting, values, keys: JSON_LIMITS.keys });
  if (excess === "values") throw new LimitError("variables", values, "values in variables");
  if (excess === "keys") throw new LimitError("variables", JSON_LIMITS.keys, "members in one object of variables");
  if (excess === "depth") throw new LimitError("nesting", limits.nesting, "levels of brackets");
}

function toRequest({ query, variables, operationName, extensions }: Members, where: string): GraphqlRequest {
  if (query !== undefined && query !== null && typeof query !== "string") {
    throw new RequestFault("GraphQL queries must be strings.");
  }
  if (!isAbsent(operationName) && typeof operationName !== "string") {
    throw new RequestFault(`\`operationName\` ${where} must be a string if provided.`);
  }
  const hash = hashIn(members("extensions", extensions, where));
  if (!query && hash === null) {
    throw new RequestFault("GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension.");
  }
  return {
    query: query || null,
    variables: members("variables", variables, where),
    operationName: operationName ?? null,
    hash,
  };
}

function members(name: string, value: unknown, where: string): Members {
  if (typeof value === "string") {
    throw new RequestFault(
      `\`${name}\` ${where} should be provided as an object, not a recursively JSON-encoded string.`,
    );
  }
  if (isAbsent(value)) return {};
  if (isMembers(value)) return value;
  throw new RequestFault(`\`${name}\` ${where} must be an object if provided.`);
}

function hashIn({ persistedQuery }: Members): string | null {
  if (!isMembers(persistedQuery)) return null;
  const { version, sha256Hash } = persistedQuery;
  if (version !== 1 || typeof sha256Hash !== "string") throw new RequestFault("Unsupported persisted query version");
  return sha256Hash.toLowerCase();
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
