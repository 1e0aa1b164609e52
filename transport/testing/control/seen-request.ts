import { type ArrivingBody, type Body, type HttpRequest, inOnePiece, isSource } from "../../http/port.ts";

/** A request as tests look at it. */
export interface SeenRequest {
  readonly method: string;
  /** Decoded where it can be. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: { readonly [name: string]: string };
  /** The value where the body is JSON, else its text; null without one, and for one over the limit. */
  readonly body: unknown;
}

/** What tests may ask of a request costs nothing until they do. The request must be one that lasts. */
export function seenRequest(request: HttpRequest): SeenRequest {
  return {
    method: request.method,
    path: decodedPath(request.path),
    query: request.query,
    get headers() {
      return Object.fromEntries(request.allHeaders());
    },
    get body() {
      return request.body === "too large" ? null : readBody(request.body);
    },
  };
}

const UTF8 = new TextDecoder();

/** The value of a body that is JSON, the text of any other; null where there is none to be read again. */
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

/** The decoded path; as it was sent where it cannot be decoded. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
