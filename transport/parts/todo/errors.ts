import { EngineError, type ErrorCode } from "../../../engine/internal.ts";
import { publicReason, retryHeaders, type WriteFailureCode, writeFailure } from "../../contract/errors.ts";
import type { Answer } from "../../http/answer.ts";
import { HttpError, type HttpErrorCode } from "../../http/http-error.ts";

const STATUSES: { readonly [code in ErrorCode | HttpErrorCode | WriteFailureCode]: number } = {
  validation: 400,
  pagination: 400,
  application: 400,
  "foreign-item": 400,
  unauthorized: 401,
  forbidden: 403,
  policy: 403,
  "not-found": 404,
  unavailable: 503,
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
  "over quota": 507,
  overloaded: 503,
  "append-failed": 503,
  "no-room": 507,
  "outcome-unknown": 504,
};

/** The error body of the todo service, `{"error": text}` (todo, Errors). The content service has the same statuses. */
export function todoError(error: unknown): Answer {
  if (error instanceof HttpError) return write(STATUSES[error.code], error.message, error.headers);
  if (error instanceof EngineError) {
    const reason = typeof error.details.reason === "string" ? publicReason(error.details.reason) : undefined;
    return write(STATUSES[error.code], withReason(error.message, reason), retryHeaders(error));
  }
  const failure = writeFailure(error);
  if (failure === null) return write(500, "Internal Server Error");
  return write(STATUSES[failure.code], withReason(failure.message, failure.details.reason));
}

function write(status: number, error: string, headers: Answer["headers"] = []): Answer {
  return { status, body: JSON.stringify({ error }), ...(headers.length > 0 && { headers }) };
}

function withReason(message: string, reason: unknown): string {
  return typeof reason === "string" ? `${message}: ${reason}` : message;
}
