import { EngineError } from "../../../../engine/internal.ts";
import { withinBytes } from "../../../http/answer-size.ts";
import { jsonList } from "../../../http/json/json-list.ts";
import { flatParams } from "../../../http/params/flat-params.ts";
import {
  type ControlCall,
  type ControlRoute,
  DONE,
  dataText,
  MAX_WAIT,
  optionalCount,
  paramsIn,
  readObject,
} from "../control-route.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import type { RequestMatch } from "./request-match.ts";

/** The routes of recorded requests, and of expectations on them. `answerBytes`: maximum of one answer. */
export function requestRoutes(answerBytes: number): readonly ControlRoute[] {
  const answer = (requests: readonly RecordedRequest[]) => dataText(jsonList(requests, answerBytes));

  const list = async ({ galley, request }: ControlCall) => {
    const names = flatParams(request.query).has("format") ? OF_HARS : OF_LISTS;
    const { format, base, scrub, ...match } = paramsIn(request.query, names);
    if (format === undefined) return answer(galley.requests.filter(matchOf(match)));
    if (format !== "har") throw new EngineError("validation", "format must be har", { key: "format" });
    const har = await galley.requests.toHAR({ match: matchOf(match), base, scrub: scrub === "true" });
    return { status: 200, body: withinBytes(JSON.stringify(har), answerBytes) };
  };

  const clear = ({ galley }: ControlCall) => {
    galley.requests.clear();
    return DONE;
  };

  const expect = async ({ galley, request }: ControlCall) => {
    const body = readObject(request, ["match", "times", "timeout"]);
    const times = optionalCount(body.times, "times", Number.MAX_SAFE_INTEGER);
    const timeout = optionalCount(body.timeout, "timeout", MAX_WAIT) ?? 0;
    // The journal checks whether the match is valid.
    const match = (body.match ?? {}) as RequestMatch;
    return answer(await galley.requests.waitFor(match, { timeout, ...(times !== undefined && { times }) }));
  };

  return [
    { method: "GET", path: "/requests", handle: list },
    { method: "DELETE", path: "/requests", handle: clear },
    { method: "POST", path: "/requests/expect", handle: expect },
  ];
}

const OF_HARS = ["method", "path", "status", "format", "base", "scrub"] as const;
const OF_LISTS: readonly (typeof OF_HARS)[number][] = ["method", "path", "status"];

/** `method`, `path` and `status`, as the keys of a match. */
function matchOf({ status, ...others }: { readonly [name in (typeof OF_HARS)[number]]?: string }): RequestMatch {
  if (status === undefined) return others;
  // The journal checks whether the status is valid.
  return {
    ...others,
    status: (/^\d+$/.test(status) ? Number(status) : status) as NonNullable<RequestMatch["status"]>,
  };
}
