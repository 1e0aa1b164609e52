import { isRecord } from "../../../../engine/internal.ts";

/** An error of `@strapi/utils`. `hooks/own-error.ts` tells these by their names, like errors of the real package. */
class ApplicationError extends Error {
  override name = "ApplicationError";
  readonly details: unknown;

  constructor(message = "An application error occurred", details: unknown = {}) {
    super(message);
    this.details = details;
  }
}

class ForbiddenError extends ApplicationError {
  override name = "ForbiddenError";
  constructor(message = "Forbidden access", details?: unknown) {
    super(message, details);
  }
}

class ValidationError extends ApplicationError {
  override name = "ValidationError";
}

export interface YupFault {
  readonly path?: string;
  readonly message?: string;
  readonly inner?: readonly YupFault[];
}

class YupValidationError extends ValidationError {
  constructor(fault: YupFault, message?: string) {
    const inner = fault.inner ?? [];
    const faults = inner.length === 0 ? [fault] : inner;
    const errors = faults.map((each) => ({ path: each.path?.split(".") ?? [], message: each.message }));
    super(message ?? fault.message, { errors });
  }
}

class PolicyError extends ForbiddenError {
  override name = "PolicyError";
  constructor(message = "Policy Failed", details?: unknown) {
    super(message, details);
  }
}

function named(name: string, usual: string) {
  return class extends ApplicationError {
    override name = name;
    constructor(message = usual, details?: unknown) {
      super(message, details);
    }
  };
}

/** `errors` of `@strapi/utils` */
export const ERRORS = {
  HttpError: ApplicationError,
  ApplicationError,
  ForbiddenError,
  ValidationError,
  YupValidationError,
  PolicyError,
  NotFoundError: named("NotFoundError", "Entity not found"),
  NotImplementedError: named("NotImplementedError", "This feature is not implemented yet"),
  PaginationError: named("PaginationError", "Invalid pagination"),
  PayloadTooLargeError: named("PayloadTooLargeError", "Entity too large"),
  RateLimitError: named("RateLimitError", "Too many requests, please try again later."),
  UnauthorizedError: named("UnauthorizedError", "Unauthorized"),
};

/** The message of an error, whoever made it. */
export function messageOf(error: unknown): string {
  return isRecord(error) && "message" in error ? String(error.message) : String(error);
}
