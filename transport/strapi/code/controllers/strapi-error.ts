import { EngineError, type ErrorCode } from "../../../../engine/internal.ts";
import { ERRORS } from "../shims/errors.ts";

const CLASSES: Partial<Record<ErrorCode, new (message: string, details: unknown) => Error>> = {
  validation: ERRORS.ValidationError,
  pagination: ERRORS.PaginationError,
  application: ERRORS.ApplicationError,
  "foreign-item": ERRORS.ApplicationError,
  unauthorized: ERRORS.UnauthorizedError,
  forbidden: ERRORS.ForbiddenError,
  policy: ERRORS.PolicyError,
  "not-found": ERRORS.NotFoundError,
};

/** A refusal as the error of `@strapi/utils` that Strapi throws for it; any other error as it is. */
export function strapiError(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  const Refusal = CLASSES[error.code];
  return Refusal === undefined ? error : Object.assign(new Refusal(error.message, error.details), { cause: error });
}
