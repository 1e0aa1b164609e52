import { type AnyModel, type RawParams, refuseBothStyles, type Schema } from "../../../../../engine/internal.ts";
import { filterParams } from "./filter-params.ts";

/** Values of a field's arguments by name, as graphql-js has coerced them. */
export type Arguments = { readonly [name: string]: unknown };

/**
 * Translates the arguments of a list to the engine's parameters. `counted`: whether all matches must be counted.
 *
 * @throws EngineError for pages of both styles; this fault takes precedence.
 */
export function listParams(schema: Schema, model: AnyModel, args: Arguments, counted = false): RawParams {
  const { filters, sort, pagination } = args;
  const page = pageParams(pagination);
  refuseBothStyles(page);
  return { filters: filterParams(schema, model, filters), sort, pagination: { ...page, withCount: counted } };
}

/** Translates the arguments that select versions of a root field; published ones by default. */
export function publicationParams(args: Arguments): RawParams {
  const { status, publicationState, hasPublishedVersion, publicationFilter } = args;
  return { status: status ?? publicationState ?? "published", hasPublishedVersion, publicationFilter };
}

/** Whether these parameters select published versions, whatever others there are. */
export function selectsPublished({ status, hasPublishedVersion, publicationFilter }: RawParams): boolean {
  return status === "published" && hasPublishedVersion === undefined && publicationFilter === undefined;
}

/** Where -1 means the largest `limit`, a `pageSize` is at least one. */
function pageParams(pagination: unknown): RawParams {
  if (typeof pagination !== "object" || pagination === null) return {};
  const { pageSize, ...rest }: { readonly pageSize?: unknown } = pagination;
  return typeof pageSize === "number" ? { ...rest, pageSize: Math.max(pageSize, 1) } : rest;
}
