import type { HeaderList } from "./port.ts";

/** Every failure of HTTP itself, before or beside the engine, as one closed list. */
export type HttpErrorCode =
  | "no route" // nothing has this path
  | "wrong method" // the path has no such method
  | "unknown method" // nothing has such a method
  | "undecodable path" // not valid percent-encoding, or with NUL
  | "bad request" // lacks what its route needs
  | "malformed body" // not what its content type says, or more than is taken in
  | "unreadable body" // compressed
  | "body too large" // over the body limit
  | "body too slow" // arrives at less than the least rate
  | "over quota" // stored files would be more than a quota
  | "too many requests" // over a rate limit
  | "overloaded"; // more to do than can be done in time

/** A refusal that the caller can act on; `message` is meant for the caller. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly code: HttpErrorCode;
  /** Its headers: the methods of the path in `allow`, seconds to wait in `retry-after`. */
  readonly headers: HeaderList;
  readonly details: { readonly [name: string]: unknown };

  constructor(code: HttpErrorCode, message: string, headers: HeaderList = [], details: HttpError["details"] = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
    this.details = details;
  }
}
