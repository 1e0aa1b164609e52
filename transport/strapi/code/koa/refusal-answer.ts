import { STATUS_CODES } from "node:http";
import { EngineError, type ErrorDetails } from "../../../../engine/internal.ts";
import { errorBody } from "../../../contract/error-body.ts";
import { thrownByOwnCode } from "../../../hooks/own-error.ts";
import type { Answer } from "../../../http/answer.ts";
import { ERRORS } from "../shims/errors.ts";
import { faultName, isThrown } from "./http-fault.ts";

/** Statuses of Strapi's errors that no built-in route has. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ["NotImplementedError", 501],
  ["PayloadTooLargeError", 413],
  ["RateLimitError", 429],
]);

/**
 * An error of a project's code as an answer, if its caller may be told.
 *
 * @throws Strapi's errors as EngineErrors, and any other error as it is: a fault of the server.
 */
export function refusalAnswer(error: unknown): Answer {
  if (!isThrown(error)) throw error;
  const status = statusOf(error);
  if (status === null) throw thrownByOwnCode(error);
  // The text of a fault of the server stays with it.
  if (status >= 500 && !STATUSES.has(error.name)) {
    if (status === 500) throw new Error(error.message, { cause: error });
    return { status, body: errorBody(status, faultName(status), STATUS_CODES[status] ?? "") };
  }
  return { status, body: errorBody(status, error.name, error.message, error.details as ErrorDetails | undefined) };
}

/** The status that an error names itself; null for Strapi's common errors, and for faults of the server. */
function statusOf(error: Error & { readonly [name: string]: unknown }): number | null {
  const { name, status, statusCode } = error;
  if (error instanceof EngineError) return null;
  if (error instanceof ERRORS.ApplicationError) return STATUSES.get(name) ?? (isCommon(error) ? null : 400);
  const own = status ?? statusCode;
  return typeof own === "number" && own >= 400 && own < 600 ? own : (STATUSES.get(name) ?? null);
}

function isCommon(error: Error): boolean {
  return thrownByOwnCode(error) !== error;
}

/** Whether Strapi's check of rights answers an error itself, as it does whatever code throws it: without its text. */
export function isHiddenRefusal(error: unknown): error is EngineError {
  if (isThrown(error) && (error.status !== undefined || error.statusCode !== undefined)) return false;
  const thrown = thrownByOwnCode(error);
  return thrown instanceof EngineError && (thrown.code === "unauthorized" || thrown.code === "forbidden");
}
