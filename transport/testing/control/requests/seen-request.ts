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
  /** The parsed value if the body is JSON, else its text; null without one, and for one over the limit. */
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
      return request.body === "too large" ? null : readBody(request.body);
    },
  };
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
