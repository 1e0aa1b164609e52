import { HttpError } from "./http-error.ts";
import { isDeeperThan } from "./json-depth.ts";
import type { HttpRequest } from "./port.ts";

/** Levels of objects and lists in a body. Deeper values could be read, but not written out again. */
export const BODY_DEPTH = 64;

/** JSON that may be a body: Strapi takes no other. */
export type JsonBody = { readonly [key: string]: unknown } | readonly unknown[];

/** Leaves a byte order mark out. */
const UTF8 = new TextDecoder();

const OBJECT_OR_LIST = /^[ \t\n\r]*[[{]/;

/**
 * The body as text, without a byte order mark.
 *
 * @throws HttpError `body too large`, `unreadable body`.
 */
export function bodyText(request: HttpRequest): string {
  if (request.body === "too large") throw new HttpError("body too large", "request entity too large");
  const encoding = request.header("content-encoding");
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new HttpError("unreadable body", "unsupported content encoding");
  }
  return request.body === null ? "" : UTF8.decode(request.body);
}

/**
 * Reads JSON as Strapi does (writes, §2): an object or a list, no key `__proto__` anywhere, an empty text as an empty
 * object, the last of two equal keys.
 *
 * @throws HttpError `malformed body`.
 */
export function parseJson(text: string): JsonBody {
  if (text === "") return {};
  if (!OBJECT_OR_LIST.test(text)) throw malformed("invalid JSON, only supports object and array");
  if (isDeeperThan(text, BODY_DEPTH)) throw malformed(`invalid JSON, nested deeper than ${BODY_DEPTH} levels`);
  const body = parse(text);
  if (mayName(text, "__proto__") && hasKey(body, "__proto__")) {
    throw malformed("Object contains forbidden prototype property");
  }
  return body;
}

function parse(text: string): JsonBody {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(error instanceof SyntaxError ? error.message : "invalid JSON");
  }
}

function malformed(message: string): HttpError {
  return new HttpError("malformed body", message);
}

/** False only where the text cannot hold the key, be it in escapes. */
function mayName(text: string, key: string): boolean {
  return text.includes(key) || text.includes("\\u");
}

function hasKey(value: unknown, key: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, key) || Object.values(value).some((member) => hasKey(member, key));
}
