import { type AnyModel, type RawParams, refuseBothStyles, type Schema } from "../../../engine/internal.ts";
import { filterParams } from "./filter-params.ts";

/** Values of a field's arguments by name, as graphql-js has coerced them. */
export type Arguments = { readonly [name: string]: unknown };

/**
 * The arguments of a list in the engine's words. `counted`: all matches are to be counted.
 *
 * @throws EngineError for pages of both styles, of which a caller hears first.
 */
export function listParams(schema: Schema, model: AnyModel, args: Arguments, counted = false): RawParams {
  const { filters, sort, pagination } = args;
  const page = pageParams(pagination);
  refuseBothStyles(page);
  return { filters: filterParams(schema, model, filters), sort, pagination: { ...page, withCount: counted } };
}

/** Arguments that say which versions a root field is about, in the engine's words; absent is published. */
export function publicationParams({ status, hasPublishedVersion, publicationFilter }: Arguments): RawParams {
  return { status: status ?? "published", hasPublishedVersion, publicationFilter };
}

/** Where -1 is the largest `limit`, a `pageSize` is one at least. */
function pageParams(pagination: unknown): RawParams {
  if (typeof pagination !== "object" || pagination === null) return {};
  const { pageSize, ...rest }: { readonly pageSize?: unknown } = pagination;
  return typeof pageSize === "number" ? { ...rest, pageSize: Math.max(pageSize, 1) } : rest;
}
