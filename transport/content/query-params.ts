import { EngineError, type RawParams } from "../../engine/index.ts";
import type { HttpRequest } from "../port.ts";
import type { Profile } from "./profile.ts";
import { parseQueryString, type QueryLimits } from "./query-string.ts";

/** What a request without parameters has, always this very object. */
export const NO_PARAMS: RawParams = {};

/**
 * A request's parameters. Leaving out what cannot be taken in would answer another question, so it is refused unless
 * the profile says so.
 *
 * @throws EngineError `validation`
 */
export function queryParams(profile: Profile, request: HttpRequest, limits: QueryLimits): RawParams {
  if (request.query === "") return NO_PARAMS;
  const { params, leftOut, limit } = parseQueryString(request.query, limits);
  if (leftOut === null || profile.unreadableParameters === "ignore") return params;
  const shown = leftOut.length > 80 ? `${leftOut.slice(0, 80)}…` : leftOut;
  const why = limit === null ? "" : `: the query string exceeds the limit ${limit}`;
  const details = { source: "query", param: shown, ...(limit !== null && { limit }) };
  throw new EngineError("validation", `Invalid parameter ${shown}${why}`, details);
}
