import type { Log } from "./log.ts";
import { bodySize, type HttpRequest, type HttpResponse } from "./port.ts";
import { withoutSecrets } from "./without-secrets.ts";

/**
 * Writes a line per request: faults of ours as errors, refusals as warnings, the rest for information. Headers and
 * bodies are not looked at, so that no token can get into a log.
 */
export function requestLog(log: Log): (request: HttpRequest, response: HttpResponse, started: number) => void {
  return (request, { status, requestId, body }, started) => {
    const fields = {
      id: requestId,
      method: request.method,
      path: request.path,
      query: withoutSecrets(request.query),
      status,
      bytes: body === null ? 0 : bodySize(body),
      ms: Math.round((performance.now() - started) * 1000) / 1000,
    };
    if (status >= 500) log.error(fields, "request");
    else if (status >= 400) log.warn(fields, "request");
    else log.info(fields, "request");
  };
}
