import { BASE } from "../core/base.ts";
import type { Call } from "../core/request.ts";
import { fork, token } from "../core/session.ts";
import type { OpenApi } from "../model/open-api.ts";
import type { RequestSample } from "./code.ts";
import { endpointsOf } from "./operations.ts";
import { type Requested, requestedBy } from "./requested.ts";

/** A request of this session, as it can be written in other languages. `body`: JSON. */
export function sampleOf({ endpoint, pathValues, query }: Requested, body?: string): RequestSample {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = pathValues[name] ?? "";
    return value === "" ? whole : encodeURIComponent(value);
  });
  const target = query === "" ? path : `${path}?${query}`;
  const url = `${location.origin}${BASE}${target}`;
  const isSigned = token.value !== "";
  return { endpoint, method: endpoint.method, url, target, pathValues, query, body, isSigned, fork: fork.value };
}

/** A request of Studio; null where no operation answers it. */
export function sampleOfCall({ method, path, body }: Call, document: OpenApi): RequestSample | null {
  const requested = requestedBy(path, endpointsOf(document), method);
  return requested === null ? null : sampleOf(requested, body && JSON.stringify(body, null, 2));
}
