import { TextDecoder } from "node:util";
import { EngineError, inexactMessage, inexactNumber, validationError } from "../../../engine/internal.ts";
import { firstNotUtf8, isSyntaxError } from "../../../storage/core.ts";
import { HttpError } from "../http-error.ts";
import { type HttpRequest, isSource } from "../port.ts";
import { describeExcess, jsonExcess } from "./json-excess.ts";
import { JSON_LIMITS, type JsonLimits } from "./json-limits.ts";

/** The first character of a JSON body: Strapi accepts no others. */
export type JsonBody = { readonly [key: string]: unknown } | readonly unknown[];

/** Skips a byte order mark, and throws for invalid UTF-8. */
const UTF8 = new TextDecoder("utf-8", { fatal: true });

const OBJECT_OR_LIST = /^[ \t\n\r]*[[{]/;

/**
 * The body as text, without a byte order mark.
 *
 * @throws HttpError `body too large`, `unreadable body`, `malformed body` for invalid UTF-8.
 */
export function bodyText(request: HttpRequest): string {
  return utf8Text(bodyBytes(request));
}

/**
 * The body as it came; empty if there is none.
 *
 * @throws HttpError `body too large`, `unreadable body`.
 */
export function bodyBytes(request: HttpRequest): Uint8Array {
  if (request.body === "too large") throw new HttpError("body too large", "request entity too large");
  const encoding = request.header("content-encoding");
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new HttpError("unreadable body", "unsupported content encoding");
  }
  if (request.body === null) return EMPTY;
  // Only multipart forms arrive as streams.
  if (isSource(request.body)) throw new HttpError("malformed body", "invalid form");
  return request.body;
}

const EMPTY = new Uint8Array();

/** @throws HttpError `malformed body` with the position of the invalid UTF-8. */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw malformed(`invalid UTF-8 at byte ${firstNotUtf8(bytes)}`);
  }
}

/**
 * Refuses a JSON body with a number that would lose digits, rather than altering it.
 *
 * @throws EngineError `validation` with the path.
 */
export function refuseInexact(text: string): void {
  const found = inexactNumber(text);
  if (found === null) return;
  // As in other refusals: relative to the entry.
  const path = found.path[0] === "data" ? found.path.slice(1) : found.path;
  throw validationError([{ path, message: `${path.join(".")} ${inexactMessage(found.literal)}` }]);
}

/**
 * Parses JSON as Strapi does (writes, §2): an object or a list, no key `__proto__` anywhere, an empty text as an empty
 * object, the last of duplicate keys. No `prototype` in a `constructor` either: it occurs only in attacks on careless
 * code.
 *
 * @throws HttpError `malformed body`; EngineError `validation` with the path of a reserved key, or of a number that loses
 * digits.
 */
export function parseJson(text: string, limits: JsonLimits = JSON_LIMITS): JsonBody {
  const excess = OBJECT_OR_LIST.test(text) ? jsonExcess(text, limits) : null;
  if (excess !== null) throw malformed(`invalid JSON, ${describeExcess(excess, limits)}`);
  return parseBounded(text, limits);
}

/** The same for a text that is known to be within the size limit. */
export function parseBounded(text: string, limits: JsonLimits = JSON_LIMITS): JsonBody {
  if (text === "") return {};
  if (!OBJECT_OR_LIST.test(text)) throw malformed("invalid JSON, only supports object and array");
  const body = parse(text);
  if (mayForbid(text)) refuseForbidden(body, limits.reservedKeys);
  refuseInexact(text);
  return body;
}

function parse(text: string): JsonBody {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(isSyntaxError(error) ? error.message : "invalid JSON");
  }
}

function malformed(message: string): HttpError {
  return new HttpError("malformed body", message);
}

const RESERVED: readonly string[] = ["constructor", "prototype"];

/** Names through which careless code reaches a shared prototype. */
export function isReservedKey(name: string): boolean {
  return name === "__proto__" || RESERVED.includes(name);
}

/** False only if the text cannot contain a forbidden key, even escaped. */
function mayForbid(text: string): boolean {
  return ["proto", "constructor", "\\u"].some((part) => text.includes(part));
}

/** A forbidden member of a body. */
interface Forbidden {
  readonly path: readonly string[];
  /** True if it, or its value's member, names a prototype; else it is merely reserved. */
  readonly isPrototype: boolean;
}

function refuseForbidden(body: JsonBody, reservedKeys: JsonLimits["reservedKeys"]): void {
  const forbidden = forbiddenIn(body, reservedKeys === "refuse");
  if (forbidden === null) return;
  const { path, isPrototype } = forbidden;
  if (isPrototype) throw malformed("Object contains forbidden prototype property");
  const key = path.at(-1) ?? "";
  // As in other refusals: relative to the entry.
  const above = path.slice(path[0] === "data" ? 1 : 0, -1).join(".") || null;
  const place = above === null ? "" : ` at ${above}`;
  throw new EngineError("validation", `Invalid key ${key}${place}`, { key, path: above, source: "body" });
}

/** The first matching member of a value, depth first. */
function forbiddenIn(value: object, refusesReserved: boolean): Forbidden | null {
  for (const [name, member] of Object.entries(value)) {
    const isPrototype = name === "__proto__" || (name === "constructor" && hasPrototype(member));
    if (isPrototype || (refusesReserved && RESERVED.includes(name))) return { path: [name], isPrototype };
    const below = isObjectOrList(member) ? forbiddenIn(member, refusesReserved) : null;
    if (below !== null) return { ...below, path: [name, ...below.path] };
  }
  return null;
}

function hasPrototype(value: unknown): boolean {
  return isObjectOrList(value) && Object.hasOwn(value, "prototype");
}

function isObjectOrList(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
