import type { Log } from "./log.ts";
import { bodySize, type HttpRequest, type HttpResponse } from "./port.ts";

/** Names of parameters whose values are nobody's business, wherever in the name the word is. */
const SECRET = /pass|token|secret|authorization|api[-_]?key|credential/i;

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

/** The query text with the values of secret parameters left out; undefined when there is none. */
export function withoutSecrets(query: string): string | undefined {
  if (query === "") return undefined;
  if (!SECRET.test(query) && !query.includes("%")) return query;
  return query.split("&").map(withoutSecret).join("&");
}

function withoutSecret(piece: string): string {
  const split = piece.indexOf("=");
  if (split === -1) return piece;
  const name = piece.slice(0, split);
  return SECRET.test(decoded(name)) ? `${name}=[hidden]` : piece;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
