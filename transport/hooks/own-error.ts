import { EngineError, type ErrorCode, type ErrorDetails, isRecord } from "../../engine/internal.ts";

/** An error that code of the user's own throws to refuse a call: its text and details go to the caller. */
class OwnError extends EngineError {
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(code, message, details);
  }
}

/** 400: the call does not fit the stored content. */
export class ApplicationError extends OwnError {
  constructor(message = "An application error occurred", details?: ErrorDetails) {
    super("application", message, details);
  }
}

/** 400: the data breaks a rule. */
export class ValidationError extends OwnError {
  constructor(message = "Validation error", details?: ErrorDetails) {
    super("validation", message, details);
  }
}

/** 401: credentials are missing. */
export class UnauthorizedError extends OwnError {
  constructor(message = "Unauthorized", details?: ErrorDetails) {
    super("unauthorized", message, details);
  }
}

/** 403: the caller may not do this. */
export class ForbiddenError extends OwnError {
  constructor(message = "Forbidden access", details?: ErrorDetails) {
    super("forbidden", message, details);
  }
}

/** 403 with the name `PolicyError`. */
export class PolicyError extends OwnError {
  constructor(message = "Policy Failed", details?: ErrorDetails) {
    super("policy", message, details);
  }
}

/** 404. */
export class NotFoundError extends OwnError {
  constructor(message = "Entity not found", details?: ErrorDetails) {
    super("not-found", message, details);
  }
}

/** Names of the errors of `@strapi/utils`, which projects throw. */
const CODES: ReadonlyMap<unknown, ErrorCode> = new Map([
  ["ApplicationError", "application"],
  ["ValidationError", "validation"],
  ["YupValidationError", "validation"],
  ["PaginationError", "pagination"],
  ["UnauthorizedError", "unauthorized"],
  ["ForbiddenError", "forbidden"],
  ["PolicyError", "policy"],
  ["NotFoundError", "not-found"],
]);

/**
 * An error from the user's own code; Strapi's errors become errors of this package: they are told by their names, since
 * a project has its own copy of the classes. Any other error stays an internal fault.
 */
export function thrownByOwnCode(error: unknown): unknown {
  if (error instanceof EngineError || !isRecord(error)) return error;
  const code = CODES.get(error.name);
  if (code === undefined) return error;
  return new OwnError(code, String(error.message), isRecord(error.details) ? error.details : {});
}

/** Whether code of the user's own has thrown it to refuse a call. */
export function isOwnError(error: unknown): boolean {
  return error instanceof OwnError;
}

/** As Strapi answers 401 and 403 of own code: without its text. */
export function withoutText(error: unknown): unknown {
  if (!(error instanceof OwnError)) return error;
  if (error.code === "forbidden") return new OwnError("forbidden", "Forbidden");
  return error.code === "unauthorized" ? new OwnError("unauthorized", "Unauthorized") : error;
}
