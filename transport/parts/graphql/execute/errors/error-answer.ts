import type { GraphQLError, GraphQLFormattedError } from "graphql";
import { EngineError, type ErrorCode, type ErrorDetails, snakeCase } from "../../../../../engine/internal.ts";
import { errorName, writeFailure } from "../../../../contract/errors.ts";
import { HttpError } from "../../../../http/http-error.ts";
import { LimitError } from "../../limits.ts";
import { Fault } from "./fault.ts";
import { OwnFieldError } from "./own-field-error.ts";

/** Codes of errors before or without an operation (graphql, §13). */
export type RequestErrorCode =
  | "BAD_REQUEST"
  | "GRAPHQL_PARSE_FAILED"
  | "GRAPHQL_VALIDATION_FAILED"
  | "OPERATION_RESOLUTION_FAILURE"
  | "BAD_USER_INPUT"
  | "PERSISTED_QUERY_NOT_FOUND"
  | "INTERNAL_SERVER_ERROR";

/** Maximum length of a message: an error never sends back much of its cause. */
const MESSAGE_LENGTH = 1000;

/** An error from before execution. */
export function requestError(error: GraphQLError, code: RequestErrorCode): GraphQLFormattedError {
  return { ...placed(error), extensions: { ...error.extensions, code } };
}

/** An error of a field, in its public words (graphql, §13). */
export function fieldError(error: GraphQLError): GraphQLFormattedError {
  const { originalError: cause } = error;
  const { path } = error.toJSON();
  const where = path === undefined ? {} : { path };
  if (cause instanceof EngineError) return engineError(cause, where);
  if (cause instanceof OwnFieldError) {
    const { message, locations } = placed(error);
    const { extensions, isLocated } = cause;
    return { message, ...(isLocated && locations && { locations }), ...where, extensions };
  }
  if (cause instanceof HttpError) return namedError(errorName(cause.code), cause.message, {}, where);
  const failure = writeFailure(cause instanceof Fault ? cause.cause : cause);
  if (failure !== null) return namedError(errorName(failure.code), failure.message, failure.details, where);
  if (cause instanceof LimitError) return { ...limitError(cause), ...where };
  return { ...placed(error), extensions: { code: "INTERNAL_SERVER_ERROR" } };
}

/** The refusal of a whole operation by a limit. */
export function limitError({ message, limit }: LimitError): GraphQLFormattedError {
  return { message, extensions: { code: "GRAPHQL_VALIDATION_FAILED", limit } };
}

/** Internal faults, and writes that nothing takes at the moment, for the log. */
export function faultIn({ originalError }: GraphQLError): unknown {
  if (originalError instanceof Fault || originalError instanceof OwnFieldError) return originalError.cause;
  return originalError instanceof EngineError && originalError.code === "unavailable" ? originalError : undefined;
}

function engineError(thrown: EngineError, where: { readonly path?: Path }): GraphQLFormattedError {
  const shown = REFUSED.has(thrown.code) ? FORBIDDEN : thrown;
  // The reason for refusing writes may name files and hosts.
  const details = shown.code === "unavailable" ? {} : shown.details;
  return namedError(errorName(shown.code), shown.message, details, where, CODES.get(shown.code));
}

function namedError(
  name: string,
  text: string,
  details: ErrorDetails,
  where: { readonly path?: Path },
  code = `STRAPI_${snakeCase(name).toUpperCase()}`,
): GraphQLFormattedError {
  const message = shortened(text);
  return { message, ...where, extensions: { code, error: { name, message, details } } };
}

type Path = readonly (string | number)[];

const FORBIDDEN = { code: "forbidden", message: "Forbidden access", details: {} } as const;

/** Callers without a right learn nothing else. */
const REFUSED: ReadonlySet<ErrorCode> = new Set(["forbidden", "unauthorized"]);

const CODES: ReadonlyMap<ErrorCode, string> = new Map([
  ["forbidden", "FORBIDDEN"],
  ["validation", "BAD_USER_INPUT"],
]);

function placed(error: GraphQLError): GraphQLFormattedError {
  const { message, locations, path } = error.toJSON();
  return {
    message: shortened(message),
    ...(locations !== undefined && { locations }),
    ...(path !== undefined && { path }),
  };
}

function shortened(text: string): string {
  return text.length <= MESSAGE_LENGTH ? text : `${text.slice(0, MESSAGE_LENGTH)}…`;
}
