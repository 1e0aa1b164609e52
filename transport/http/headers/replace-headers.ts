import type { HeaderList, HttpResponse } from "../port.ts";

/** The response with these headers in place of its own of the same names. Names are in lower case. */
export function replaceHeaders(response: HttpResponse, given: HeaderList): HttpResponse {
  const { "x-request-id": requestId = response.requestId, ...others } = Object.fromEntries(given);
  const kept = (list: HeaderList) => list.filter(([name]) => !Object.hasOwn(others, name));
  const ownHeaders = [...kept(response.ownHeaders ?? []), ...Object.entries(others)];
  return { ...response, requestId, headers: kept(response.headers), ownHeaders };
}
