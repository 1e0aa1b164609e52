import { isRecord, snakeCase } from "../../../../../engine/internal.ts";
import { thrownByOwnCode } from "../../../../hooks/own-error.ts";
import { OwnFieldError } from "../../../../parts/graphql/execute/errors/own-field-error.ts";
import { isThrown } from "../../koa/http-fault.ts";
import { ERRORS } from "../../shims/errors.ts";

const CODES: ReadonlyMap<unknown, string> = new Map([
  ["ForbiddenError", "FORBIDDEN"],
  ["PolicyError", "FORBIDDEN"],
  ["UnauthorizedError", "FORBIDDEN"],
  ["ValidationError", "BAD_USER_INPUT"],
  ["YupValidationError", "BAD_USER_INPUT"],
]);

/**
 * An error of a resolver as Strapi tells it: errors of `@strapi/utils` with name and details, errors of GraphQL with their
 * extensions, and the text of any other error without members of its own, which is logged too.
 */
export function graphqlRefusal(error: unknown): unknown {
  if (!isThrown(error)) return error;
  const { name, message, details = {}, extensions } = error;
  if (error instanceof ERRORS.ApplicationError || thrownByOwnCode(error) !== error) {
    const code = CODES.get(name) ?? `STRAPI_${snakeCase(String(name)).toUpperCase()}`;
    return new OwnFieldError(message, { code, error: { name, message, details } }, false);
  }
  // A project has its own copy of the class.
  if (name === "GraphQLError") {
    return new OwnFieldError(message, { code: UNKNOWN, ...(isRecord(extensions) && extensions) }, true);
  }
  return Object.keys(error).length === 0 ? new OwnFieldError(message, { code: UNKNOWN }, true, error) : error;
}

const UNKNOWN = "INTERNAL_SERVER_ERROR";
