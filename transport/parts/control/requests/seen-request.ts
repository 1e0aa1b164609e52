import { TextDecoder } from "node:util";
import { FORM_TYPE, isForm } from "../../../http/form/form-type.ts";
import { fieldsByName, type NotedForm, notedForm } from "../../../http/form/noted-form.ts";
import { mediaTypeOf } from "../../../http/headers/media-type.ts";
import { flatParams } from "../../../http/params/flat-params.ts";
import { type ArrivingBody, type Body, type HttpRequest, inOnePiece, isSource } from "../../../http/port.ts";

/** A request as tests see it. */
export interface SeenRequest {
  readonly method: string;
  /** Decoded if possible. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: { readonly [name: string]: string };
  /**
   * The parsed value if the body is JSON, `{ fields, files }` if it is a form, else its text; null without one, for one over
   * the limit, and for a multipart form that is not read: before it is answered, or where the request was refused.
   */
  readonly body: unknown;
}

/** Computes its properties on first access. The request must outlive this object. */
export function seenRequest(request: HttpRequest): SeenRequest {
  return {
    method: request.method,
    path: decodedPath(request.path),
    query: request.query,
    get headers() {
      return Object.fromEntries(request.allHeaders());
    },
    get body() {
      return readRequest(request);
    },
  };
}

/** The body of a request, as `SeenRequest` has it; call the result while the request can be read. */
function readRequest(request: HttpRequest): unknown {
  const { body } = request;
  if (body === "too large" || body === null) return null;
  if (isForm(request)) return notedForm(body);
  return isUrlencoded(request) ? readFields(body) : readBody(body);
}

export function isUrlencoded(request: HttpRequest): boolean {
  return mediaTypeOf(request) === FORM_TYPE;
}

/** The fields of an urlencoded form; null if it cannot be read again. */
export function readFields(body: Uint8Array | ArrivingBody): NotedForm | null {
  return isSource(body) ? null : { fields: fieldsByName(flatParams(UTF8.decode(body))), files: [] };
}

const UTF8 = new TextDecoder();

/** The value of a JSON body, the text of any other; null if it cannot be read again. */
export function readBody(body: Body | ArrivingBody | null): unknown {
  if (body === null || isSource(body)) return null;
  const whole = inOnePiece(body);
  const text = typeof whole === "string" ? whole : UTF8.decode(whole);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The decoded path; as it was sent if it cannot be decoded. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
