import { EngineError, type ErrorDetails } from "../../../../engine/internal.ts";
import { errorBody } from "../../../contract/error-body.ts";
import type { Profile } from "../../../contract/profiles/profile.ts";
import { thrownByOwnCode, withoutText } from "../../../hooks/own-error.ts";
import type { Answer } from "../../../http/answer.ts";
import { ERRORS } from "../shims/errors.ts";
import { HttpFault, isThrown } from "./http-fault.ts";

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
export function refusalAnswer(error: unknown, { ownRefusals }: Pick<Profile, "ownRefusals">): Answer {
  const thrown = thrownByOwnCode(error);
  if (thrown instanceof EngineError) throw ownRefusals === "hidden" ? withoutText(thrown) : thrown;
  if (!isThrown(error)) throw error;
  const status = statusOf(error);
  if (status === null) throw error;
  return { status, body: errorBody(status, error.name, error.message, error.details as ErrorDetails | undefined) };
}

/** Null for a fault of the server. Errors of `ctx.throw` are told whatever their status. */
function statusOf(error: Error & { readonly [name: string]: unknown }): number | null {
  if (error instanceof ERRORS.ApplicationError) return STATUSES.get(error.name) ?? 400;
  const status = error.status ?? error.statusCode;
  if (typeof status !== "number") return STATUSES.get(error.name) ?? null;
  const isTold = error instanceof HttpFault || error.expose === true || (status >= 400 && status < 500);
  return isTold ? status : null;
}
