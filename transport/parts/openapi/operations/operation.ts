import { WITH_BODY as METHODS_WITH_BODY } from "../../../http/methods.ts";
import type { ListedRoute } from "../../../http/route-list.ts";
import type { Needs } from "../../../http/router.ts";
import type { Context } from "../context.ts";
import type { MediaType, Operation, RequestBody, Response } from "../document.ts";
import type { JsonSchema } from "../schemas/json-schema.ts";
import { errorResponses, type Responses, WITH_BODY, WRITING } from "./error-responses.ts";

/** The operations of one part, by the names that its routes give (`Route.describes`). */
export interface Description {
  /** The tag of all of them, unless they name tags of content types. */
  readonly tag?: { readonly name: string; readonly description: string };
  readonly operations: { readonly [name: string]: Describe };
}

export type Describe = (context: Context, route: ListedRoute) => Described;

/** A description of one route's operation. */
export interface Described extends Pick<Operation, "summary" | "description" | "parameters" | "requestBody"> {
  /** Unique in the document; default: the name that the route gives. */
  readonly operationId?: string;
  /** Default: the tag of its description. */
  readonly tag?: string;
  /** Successful responses. */
  readonly answers: Responses;
  /** Whether there may be nothing to answer with: 404. */
  readonly mayMiss?: boolean;
  /** In place of the errors that follow from the method: their statuses, or full responses if their shape differs. */
  readonly errors?: readonly number[] | Responses;
}

/** The method of the route, and who may call it, as in the route list. */
export interface Called {
  readonly method: string;
  readonly needs: Needs | null;
  /** Whether visitors may call it. */
  readonly isPublic: boolean;
}

/** The operation with this id. */
export function operationOf(
  context: Context,
  operationId: string,
  described: Described,
  tag: string,
  { method, needs, isPublic }: Called,
): Operation {
  const { summary, description, parameters, requestBody, answers, mayMiss = false } = described;
  const { errors = [...errorsOf(method), ...(mayMiss ? [404] : [])] } = described;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: { ...answers, ...(isStatuses(errors) ? errorResponses(context, errors) : errors) },
    security: securityOf(context, needs, isPublic),
  };
}

function isStatuses(errors: readonly number[] | Responses): errors is readonly number[] {
  return Array.isArray(errors);
}

/** The corresponding HEAD operation, without a body (reads, §16). */
export function headOf(get: Operation): Operation {
  const { requestBody: _, responses, operationId, ...rest } = get;
  return {
    ...rest,
    operationId: `head${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`,
    summary: `${get.summary}: only the headers`,
    responses: Object.fromEntries(
      Object.keys(responses).map((status) => [status, { description: `As of GET, without a body.` }]),
    ),
  };
}

function securityOf({ schemes }: Context, needs: Needs | null, isPublic: boolean): Operation["security"] {
  if (needs === null) return [];
  const named = needs === "signed in" ? schemes.filter((scheme) => scheme === "user") : schemes;
  return [...(isPublic ? [{}] : []), ...named.map((scheme) => ({ [scheme]: [] }))];
}

/** Statuses of the errors of an operation that needs credentials, beyond the ones that any route can have. */
function errorsOf(method: string): readonly number[] {
  const ofBody = METHODS_WITH_BODY.has(method) ? WITH_BODY : [];
  return [400, 401, 403, ...(method === "GET" ? [] : WRITING), ...ofBody];
}

export function jsonAnswer(description: string, schema: JsonSchema, more: Pick<Response, "headers"> = {}): Response {
  return { description, ...more, content: { "application/json": { schema } } };
}

export function jsonBody(schema: JsonSchema): RequestBody {
  const json: MediaType = { schema };
  return { required: true, content: { "application/json": json } };
}

export const NO_CONTENT: Response = { description: "Done; nothing is answered." };
