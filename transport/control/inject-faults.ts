import { STATUS_CODES } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, NO_ANSWER, TEXT_TYPE } from "../answer.ts";
import { errorBody } from "../content/error-body.ts";
import { isPreflight } from "../cors.ts";
import type { Interceptor } from "../pipeline.ts";
import { answerRequest, type Service } from "../service.ts";
import type { FaultSpec } from "./fault.ts";
import type { Faults } from "./faults.ts";
import { seenRequest } from "./seen-request.ts";

/**
 * Has requests go wrong as the faults say. A browser's preflight is spared: it would fail for a reason that nobody asked
 * for.
 */
export function injectFaults(faults: Faults): Interceptor {
  return (request, service) => {
    if (faults.isQuiet || service.isControl === true || (request.method === "OPTIONS" && isPreflight(request)))
      return null;
    const fault = faults.hit(seenRequest(request));
    const wait = faults.lengthOf(faults.latency) + faults.lengthOf(fault?.delay ?? 0);
    const answer = fault === null ? null : faultAnswer(fault, service);
    if (wait === 0) return answer;
    return sleep(wait).then(() => answer ?? answerRequest(service, request));
  };
}

/** Null: the request is answered as usual. */
function faultAnswer({ status, body, headers = {}, dropConnection }: FaultSpec, service: Service): Answer | null {
  if (dropConnection === true) return NO_ANSWER;
  if (status === undefined) return null;
  const answer = body === undefined ? errorOf(service, status) : bodyAnswer(status, body);
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...answer, headers: [...(answer.headers ?? []), ...given] };
}

function bodyAnswer(status: number, body: unknown): Answer {
  if (status === 204 || status === 304) return { status, body: null };
  if (typeof body === "string") return { status, body, contentType: TEXT_TYPE };
  return { status, body: JSON.stringify(body) };
}

function errorOf(service: Service, status: number): Answer {
  if (status === 204 || status === 304) return { status, body: null };
  const message = STATUS_CODES[status] ?? "Error";
  if (service.errorOf !== undefined) return service.errorOf(status, message);
  return { status, body: errorBody(status, nameOf(message), message, {}) };
}

/** `Service Unavailable` → `ServiceUnavailableError`. */
function nameOf(message: string): string {
  return `${message.replace(/[^A-Za-z]/g, "").replace(/Error$/, "")}Error`;
}
