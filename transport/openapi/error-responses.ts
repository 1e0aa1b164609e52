import { STATUS_CODES } from "node:http";
import { refusalKinds } from "../contract/errors.ts";
import type { Components } from "./components.ts";
import type { Context } from "./context.ts";
import type { Ref, Response } from "./document.ts";
import { anyOf, type JsonSchema, objectWith } from "./json-schema.ts";

/** Answers by their status. */
export type Responses = { readonly [status: string]: Response | Ref };

/** Answers that any request may get, from any caller. */
const ANY = [429, 500, 503];

/** What is answered besides to a request that may bring a body. */
export const WITH_BODY = [408, 413, 415];

/** And to one that writes. */
export const WRITING = [507];

/** And where it writes to content that other nodes share: its outcome may stay unknown. */
const WRITING_SHARED = [504];

/** The errors of these statuses and of those that any request may get, in the shape of the content service. */
export function errorResponses(context: Context, statuses: readonly number[]): Responses {
  const writes = WRITING.some((status) => statuses.includes(status));
  const shared = context.isShared && writes ? WRITING_SHARED : [];
  const all = [...new Set([...statuses, ...shared, ...ANY])].sort((a, b) => a - b);
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

/** Those that say when to try again, if that is known. */
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

/** The body that every error has (content, Errors), with the names that this status comes with. */
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
