import { STATUS_CODES } from "node:http";
import { errorBody } from "../../../contract/error-body.ts";
import { type Answer, NO_ANSWER, RESET_ANSWER, TEXT_TYPE } from "../../../http/answer.ts";
import type { Service } from "../../../http/service.ts";
import { type FaultSpec, isUnanswered } from "./fault.ts";

/** The answer to a request that a fault has hit, in its service's format. */
export function faultAnswer(spec: FaultSpec, service: Service): Answer {
  if (isUnanswered(spec)) return spec.reset === true ? RESET_ANSWER : NO_ANSWER;
  const { status = 500, body, headers = {} } = spec;
  const answer = body === undefined ? errorOf(service, status) : bodyAnswer(status, body);
  const replaced = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...answer, replaced };
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
