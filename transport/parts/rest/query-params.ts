import { EngineError, type RawParams } from "../../../engine/internal.ts";
import type { Profile } from "../../contract/profiles/profile.ts";
import { parseQueryString, type QueryLimits } from "../../http/params/query-string.ts";

/**
 * The parameters in a request's query string. Ignoring unreadable ones would answer another question, so they are
 * refused unless the profile says otherwise.
 *
 * @throws EngineError `validation`
 */
export function queryParams(profile: Profile, query: string, limits: QueryLimits): RawParams {
  if (query === "") return {};
  const { params, leftOut, limit } = parseQueryString(query, limits);
  if (leftOut === null || profile.unreadableParameters === "ignore") return params;
  const shown = leftOut.length > 80 ? `${leftOut.slice(0, 80)}…` : leftOut;
  const why = limit === null ? "" : `: the query string exceeds the limit ${limit}`;
  const details = { source: "query", param: shown, ...(limit !== null && { limit }) };
  throw new EngineError("validation", `Invalid parameter ${shown}${why}`, details);
}
