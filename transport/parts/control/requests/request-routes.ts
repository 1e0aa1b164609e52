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
  readObject,
} from "../control-route.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import type { RequestMatch } from "./request-match.ts";

/** The routes of recorded requests, and of expectations on them. `answerBytes`: maximum of one answer. */
export function requestRoutes(answerBytes: number): readonly ControlRoute[] {
  const answer = (requests: readonly RecordedRequest[]) => dataText(jsonList(requests, answerBytes));

  const list = async ({ galley, request }: ControlCall) => {
    const { format, base, scrub, ...match } = firstParams(request.query);
    if (format === undefined) return answer(galley.requests.filter(matchOf({ ...match, ...given({ base, scrub }) })));
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

function firstParams(query: string): { readonly [name: string]: string | undefined } {
  return Object.fromEntries([...flatParams(query)].map(([name, values]) => [name, values[0]]));
}

function given(params: { readonly [name: string]: string | undefined }): {
  readonly [name: string]: string | undefined;
} {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

/** `method`, `path` and `status`, as the keys of a match. */
function matchOf({ status, ...others }: { readonly [name: string]: string | undefined }): RequestMatch {
  const unknown = Object.keys(others).find((key) => key !== "method" && key !== "path");
  if (unknown !== undefined)
    throw new EngineError("validation", `${unknown} is not a known parameter`, { key: unknown });
  if (status === undefined) return others as RequestMatch;
  // The journal checks whether the status is valid.
  return {
    ...(others as RequestMatch),
    status: (/^\d+$/.test(status) ? Number(status) : status) as NonNullable<RequestMatch["status"]>,
  };
}
