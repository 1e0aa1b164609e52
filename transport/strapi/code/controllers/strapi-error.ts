import { EngineError, type ErrorCode, type Issue, validationError } from "../../../../engine/internal.ts";
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
  return Refusal === undefined ? error : new Refusal(messageOf(error), error.details);
}

/** Programs of Galley are told every fault in the message; Strapi's are told how many there are. */
function messageOf({ code, message, details }: EngineError): string {
  const issues = details.errors as readonly Issue[] | undefined;
  return code === "validation" && issues?.[0] !== undefined ? validationError(issues).message : message;
}

/** The result of a check. @throws its refusal as Strapi's error. */
export function refusing<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    refuse(error);
  }
}

/** @throws the error as Strapi's. */
export function refuse(error: unknown): never {
  throw strapiError(error);
}
