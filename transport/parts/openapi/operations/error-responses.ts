import { STATUS_CODES } from "node:http";
import { refusalKinds } from "../../../contract/errors.ts";
import type { Components } from "../components.ts";
import type { Context } from "../context.ts";
import type { Ref, Response } from "../document.ts";
import { anyOf, type JsonSchema, objectWith } from "../schemas/json-schema.ts";

/** Answers by their status. */
export type Responses = { readonly [status: string]: Response | Ref };

/** Statuses that any request can receive, whoever sends it. */
const ANY = [429, 500, 503];

/** Further statuses for a request that may have a body. */
export const WITH_BODY = [408, 413, 415];

/** Further statuses for a request that writes. */
export const WRITING = [504, 507];

/** The error responses for these statuses and for the statuses of any request, in the shape of the content service. */
export function errorResponses(context: Context, statuses: readonly number[]): Responses {
  const writes = WRITING.some((status) => statuses.includes(status));
  const all = [...new Set([...statuses, ...(writes ? WRITING : []), ...ANY])].sort((a, b) => a - b);
  return Object.fromEntries(all.map((status) => [status, errorResponse(context, status)]));
}

function errorResponse(context: Context, status: number): Ref {
  const { components } = context;
  return components.response(nameOf(status), () => ({
    description: STATUS_CODES[status] ?? "",
    ...(RETRIED.has(status) && { headers: { "Retry-After": retryAfter(components) } }),
    content: { "application/json": { schema: errorSchema(context, status) } },
  }));
}

/** Statuses whose responses say when to try again, if that is known. */
const RETRIED: ReadonlySet<number> = new Set([429, 503]);

function retryAfter(components: Components): Ref {
  return components.header("RetryAfter", () => ({
    description: "Seconds to wait before the request is sent again.",
    schema: { type: "integer" },
  }));
}

/** `BadRequest` for 400. */
function nameOf(status: number): string {
  return (STATUS_CODES[status] ?? "").replaceAll(/[^A-Za-z]/g, "");
}

/** The body of every error (content, Errors), with the names that this status can have. */
function errorSchema({ components, profile }: Context, status: number): JsonSchema {
  const kinds = refusalKinds(profile).filter((kind) => kind.status === status);
  const bodies = [true, false].flatMap((hasDetails) => {
    const names = kinds.filter((kind) => kind.hasDetails === hasDetails).map(({ name }) => name);
    return names.length === 0 ? [] : [bodySchema(status, names, hasDetails)];
  });
  return components.schema(`${nameOf(status)}Error`, () => anyOf(...bodies));
}

function bodySchema(status: number, names: readonly string[], hasDetails: boolean): JsonSchema {
  const error = {
    status: { type: "integer", const: status },
    name: { type: "string", enum: names },
    message: { type: "string" },
    ...(hasDetails && { details: { type: "object", additionalProperties: true } }),
  };
  return objectWith({ data: { type: "null" }, error: objectWith(error, Object.keys(error)) }, ["data", "error"]);
}
