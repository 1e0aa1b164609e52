import { EngineError, type ErrorCode } from "../../engine/internal.ts";
import { StorageError } from "../../storage/internal.ts";
import type { Answer } from "../http/answer.ts";
import { HttpError, type HttpErrorCode } from "../http/http-error.ts";

const STATUSES: { readonly [code in ErrorCode | HttpErrorCode]: number } = {
  validation: 400,
  pagination: 400,
  application: 400,
  "foreign-item": 400,
  unauthorized: 401,
  forbidden: 403,
  "not-found": 404,
  // The contract has no other status for a storage failure.
  unavailable: 500,
  "no route": 404,
  "wrong method": 405,
  "unknown method": 501,
  "undecodable path": 400,
  "bad request": 400,
  "malformed body": 400,
  "unreadable body": 415,
  "body too large": 413,
  "body too slow": 408,
  "too many requests": 429,
  overloaded: 503,
};

/** The error body of the todo service, `{"error": text}` (todo, Errors). A storage failure is described in the text. */
export function todoError(error: unknown): Answer {
  if (error instanceof HttpError) {
    const answer = write(STATUSES[error.code], error.message);
    return error.headers.length === 0 ? answer : { ...answer, headers: error.headers };
  }
  if (error instanceof EngineError) return write(STATUSES[error.code], withReason(error));
  return write(500, error instanceof StorageError ? error.message : "Internal Server Error");
}

function write(status: number, error: string): Answer {
  return { status, body: JSON.stringify({ error }) };
}

function withReason({ message, details }: EngineError): string {
  return typeof details.reason === "string" ? `${message}: ${details.reason}` : message;
}
