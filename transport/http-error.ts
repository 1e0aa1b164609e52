/** Every way in which HTTP itself goes wrong, before or beside the engine, as one closed list. */
export type HttpErrorCode =
  | "no route" // nothing has this path
  | "wrong method" // the path has no such method
  | "unknown method" // nothing has such a method
  | "undecodable path" // not valid percent-encoding
  | "malformed body" // not what its content type says, or more than is taken in
  | "unreadable body" // compressed
  | "body too large"; // over the body limit

/** A refusal that the caller can act on; `message` is meant for the caller's eyes. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly code: HttpErrorCode;
  /** Methods that the path has, for the header of that name. */
  readonly allow: string | null;

  constructor(code: HttpErrorCode, message: string, allow: string | null = null) {
    super(message);
    this.code = code;
    this.allow = allow;
  }
}
