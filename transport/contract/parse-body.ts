import { isUtf8 } from "node:buffer";
import { FORM_TYPE } from "../http/form/form-type.ts";
import { mediaTypeOf } from "../http/headers/media-type.ts";
import { HttpError } from "../http/http-error.ts";
import { bodyBytes, parseJson, utf8Text } from "../http/json/json-body.ts";
import { JSON_LIMITS, type JsonLimits } from "../http/json/json-limits.ts";
import { WITH_BODY } from "../http/methods.ts";
import { endOfName, parseQueryString, QUERY_LIMITS, withBrackets } from "../http/params/query-string.ts";
import type { HttpRequest } from "../http/port.ts";
import type { RouteCall } from "../http/service.ts";

/** The body of a write as its top-level keys. */
export type Body = { readonly [key: string]: unknown };

const JSON_TYPES: ReadonlySet<string> = new Set([
  "application/json",
  "application/json-patch+json",
  "application/vnd.api+json",
  "application/csp-report",
]);

const NOTHING: Body = {};

/**
 * Parses the body of a POST, PUT or PATCH by its content type (writes, §2). A body of another type, or which is absent or
 * not an object, counts as empty; bodies of other methods are ignored.
 *
 * @throws HttpError `malformed body`, `body too large`, `unreadable body`.
 */
export function parseBody(request: HttpRequest, limits: JsonLimits = JSON_LIMITS): Body {
  if (!WITH_BODY.has(request.method)) return NOTHING;
  return toBody(parseJsonOrForm(request, limits));
}

/** The same, with lists as they are. */
export function parseJsonOrForm(request: HttpRequest, limits: JsonLimits): ReturnType<typeof parseJson> {
  const bytes = bodyBytes(request);
  const type = mediaTypeOf(request);
  if (JSON_TYPES.has(type)) return parseJson(utf8Text(bytes), limits);
  return type === FORM_TYPE ? parseForm(utf8Text(bytes)) : NOTHING;
}

/** The body that the `prepare` of a service has parsed. */
export function bodyOf({ prepared }: RouteCall): Body {
  return prepared as Body;
}

function parseForm(text: string): Body {
  const pieces = withBrackets(text).split("&").map(bracketed).join("&");
  const { params, leftOut } = parseQueryString(pieces, { ...QUERY_LIMITS, length: Number.POSITIVE_INFINITY });
  if (leftOut !== null) throw new HttpError("malformed body", "invalid form, too large or with a forbidden name");
  const unsound = text.split("&").find(isNoUtf8);
  if (unsound !== undefined)
    throw new HttpError("malformed body", `invalid UTF-8 in the form at ${unsound.split("=")[0]}`);
  return params;
}

/** A field with brackets for the dots in its name, as in `data.title=x`; without a value it is empty. */
function bracketed(piece: string): string {
  if (piece === "") return piece;
  const end = endOfName(piece);
  const name = end === -1 ? piece : piece.slice(0, end);
  return `${name.replace(/%2E/gi, ".").replace(/\.([^.[]+)/g, "[$1]")}${end === -1 ? "=" : piece.slice(end)}`;
}

/** Invalid escapes, as in `100%`, are plain text; escaped bytes must form characters. */
function isNoUtf8(piece: string): boolean {
  const escapes = piece.match(/(?:%[\da-f]{2})+/gi) ?? [];
  return escapes.some((each) => !isUtf8(Buffer.from(each.replaceAll("%", ""), "hex")));
}

/** The keys of a list have no meaning. */
function toBody(json: ReturnType<typeof parseJson>): Body {
  return isBody(json) ? json : NOTHING;
}

function isBody(json: ReturnType<typeof parseJson>): json is Body {
  return !Array.isArray(json);
}
