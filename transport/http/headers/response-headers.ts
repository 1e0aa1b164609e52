import type { HeaderList, HttpResponse } from "../port.ts";
import { type CorsPolicy, corsHeaders } from "./cors.ts";

/** Headers of every answer, except for its id. `contentType`: null for an answer without a body. */
export type ResponseHeaders = (contentType: string | null, origin: string | undefined) => HeaderList;

/** Makes the header lists of one service. The last one is kept, since it is usually the next one too. */
export function responseHeaders(cors: CorsPolicy, securityHeaders: HeaderList): ResponseHeaders {
  let last: { contentType: string | null; origin: string | undefined; headers: HeaderList } | null = null;
  return (contentType, origin) => {
    if (last === null || last.contentType !== contentType || last.origin !== origin) {
      const typed: HeaderList = contentType === null ? [] : [["content-type", contentType]];
      last = { contentType, origin, headers: [...typed, ...corsHeaders(cors, origin), ...securityHeaders] };
    }
    return last.headers;
  };
}

/** The response with these headers in place of its own of the same names. Names are in lower case. */
export function replaceHeaders(response: HttpResponse, given: HeaderList): HttpResponse {
  const { "x-request-id": requestId = response.requestId, ...others } = Object.fromEntries(given);
  const kept = (list: HeaderList) => list.filter(([name]) => !Object.hasOwn(others, name));
  const ownHeaders = [...kept(response.ownHeaders ?? []), ...Object.entries(others)];
  return { ...response, requestId, headers: kept(response.headers), ownHeaders };
}
