import { withoutSecrets } from "../../http/params/without-secrets.ts";
import { bodySize, type HttpRequest, type HttpResponse } from "../../http/port.ts";
import type { Log } from "../../runtime/log.ts";

/** The logged fields of a request. */
export interface RequestFields {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: string | undefined;
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
}

/** Whether the fields of a log line belong to a request. */
export function isRequest(fields: object): fields is RequestFields {
  return "method" in fields && "status" in fields;
}

/** Nothing was done, as while a disk is full: no fault of this program. */
const REFUSED: ReadonlySet<number> = new Set([503, 507]);

/**
 * Writes a line per request: server faults as errors, refusals as warnings, everything else as information. Headers and
 * bodies are not read, so that no token can get into a log.
 */
export function requestLog(log: Log): (request: HttpRequest, response: HttpResponse, started: number) => void {
  return (request, { status, requestId, body }, started) => {
    const level = levelOf(status);
    if (log.isLevelEnabled?.(level) === false) return;
    const fields: RequestFields = {
      id: requestId,
      method: request.method,
      path: request.path,
      query: withoutSecrets(request.query),
      status,
      bytes: body === null ? 0 : bodySize(body),
      ms: Math.round((performance.now() - started) * 1000) / 1000,
    };
    log[level](fields, "request");
  };
}

function levelOf(status: number): "info" | "warn" | "error" {
  if (status < 400) return "info";
  return status >= 500 && !REFUSED.has(status) ? "error" : "warn";
}
