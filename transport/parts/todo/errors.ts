import { EngineError } from "../../../engine/internal.ts";
import { errorStatus, publicReason, retryHeaders, writeFailure } from "../../contract/errors.ts";
import type { Answer } from "../../http/answer.ts";
import { HttpError } from "../../http/http-error.ts";

/** The error body of the todo service, `{"error": text}` (todo, Errors). The content service has the same statuses. */
export function todoError(error: unknown): Answer {
  if (error instanceof HttpError) return write(errorStatus(error.code), error.message, error.headers);
  if (error instanceof EngineError) {
    const reason = typeof error.details.reason === "string" ? publicReason(error.details.reason) : undefined;
    return write(errorStatus(error.code), withReason(error.message, reason), retryHeaders(error));
  }
  const failure = writeFailure(error);
  if (failure === null) return write(500, "Internal Server Error");
  return write(errorStatus(failure.code), withReason(failure.message, failure.details.reason));
}

function write(status: number, error: string, headers: Answer["headers"] = []): Answer {
  return { status, body: JSON.stringify({ error }), ...(headers.length > 0 && { headers }) };
}

function withReason(message: string, reason: unknown): string {
  return typeof reason === "string" ? `${message}: ${reason}` : message;
}
