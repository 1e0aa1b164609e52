import { STATUS_CODES } from "node:http";
import { DATA_SECURITY_HEADERS } from "../../http/headers/security-headers.ts";
import type { HeaderList } from "../../http/port.ts";

/** Statuses of requests that a listener refuses before they reach the handler. */
export type Refusal = 400 | 408 | 413 | 431 | 503;

/** Headers of every answer that a listener gives by itself; the connection closes with each. */
const REFUSAL_HEADERS: HeaderList = [["content-type", "application/json; charset=utf-8"], ...DATA_SECURITY_HEADERS];

/** The headers of one status, without the length. */
export function refusalHeaders(status: Refusal): HeaderList {
  return status === 503 ? [...REFUSAL_HEADERS, ["retry-after", "1"]] : REFUSAL_HEADERS;
}

/**
 * The body of such an answer, in the shape of the content service's errors: the path's service is not known yet.
 */
export function refusalBody(status: Refusal): string {
  const message = reasonPhrase(status);
  return JSON.stringify({ data: null, error: { status, name: `${NAMES[status]}Error`, message, details: {} } });
}

/** A complete answer, for a socket on which no request could be parsed. */
export function refusalText(status: Refusal): string {
  return refusalHead(status) + refusalBody(status);
}

/** The same to a HEAD. */
export function refusalHead(status: Refusal): string {
  const body = refusalBody(status);
  const headers: HeaderList = [
    ...refusalHeaders(status),
    ["content-length", String(body.length)],
    ["connection", "close"],
  ];
  const lines = [`HTTP/1.1 ${status} ${reasonPhrase(status)}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** Reason phrase of the status line. */
export function reasonPhrase(status: Refusal): string {
  return STATUS_CODES[status] ?? "";
}

const NAMES: { readonly [status in Refusal]: string } = {
  400: "BadRequest",
  408: "RequestTimeout",
  413: "PayloadTooLarge",
  431: "RequestHeaderFieldsTooLarge",
  503: "ServiceUnavailable",
};
