/** Why a source cannot be read, or what of it, in one line for the user. */
export class TwinError extends Error {
  override readonly name = "TwinError";
}

/** A source that does not answer, though it may later. */
export class UnansweredError extends TwinError {}

/** A source that refuses one request, which can be left out. */
export class RefusedError extends TwinError {
  readonly status: number;
  /** Path and query, as asked. */
  readonly path: string;

  constructor(message: string, status: number, path: string) {
    super(message);
    this.status = status;
    this.path = path;
  }
}
