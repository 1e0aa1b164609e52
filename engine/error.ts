/**
 * Every way in which the engine refuses, as one closed list. Any other error is a fault of Galley.
 *
 * The transport maps a code to a status and a name in one table; the engine knows neither.
 */
export type ErrorCode =
  | "validation" // the caller's input breaks a rule; the details say which and where
  | "pagination" // two styles of pagination at once, or one in the wrong place
  | "application" // well-formed input that does not fit the stored state
  | "foreign-item" // an item of a dynamic zone names another than is there; a code apart, for what it is called outside
  | "not-found" // no such document, or not in the version asked for
  | "unauthorized" // credentials are missing or unknown
  | "forbidden" // known caller without the right
  | "policy" // a rule of the deployment's own code refuses the caller
  | "unavailable"; // the store takes no writes at the moment

/** One fault of input. `path` leads to it from the root of what the caller sent; list indexes are texts. */
export interface Issue {
  readonly path: readonly string[];
  readonly message: string;
  readonly value?: unknown;
}

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** A refusal that the caller can act on. `message` and `details` are meant for the caller's eyes. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  /**
   * The place of the one fault in the data, where neither message nor details have it. Not `path`: graphql-js takes an error
   * with a list of that name for one of its own.
   */
  readonly place: readonly string[];

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, place: readonly string[] = []) {
    super(message);
    this.code = code;
    this.details = details;
    this.place = place;
  }
}

/** Several faults of one input as one error: its own message when there is one, else their number. */
export function validationError(issues: readonly Issue[]): EngineError {
  const [first] = issues;
  const message = issues.length === 1 && first !== undefined ? first.message : `${issues.length} errors occurred`;
  return new EngineError("validation", message, {
    errors: issues.map(({ path, message, ...value }) => ({ path, message, name: "ValidationError", ...value })),
  });
}

/** Like `invariant`, in place of a value that is always there: its message is made only where it is not. */
export function impossible(message: string): never {
  throw new Error(`Invariant broken: ${message}`);
}

/** Something that cannot be, was: never a fault of the caller. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`);
}
