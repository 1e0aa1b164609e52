import { EngineError, type Issue, isRecord } from "../../../../engine/internal.ts";
import { shapes } from "../../../../storage/core.ts";
import { isHeader } from "../../../http/headers/is-header.ts";
import { MATCH, type RequestMatch, refuseIssues } from "../requests/request-match.ts";
import type { SeenRequest } from "../requests/seen-request.ts";

/** Milliseconds, or a range of them. */
export type Delay = number | readonly [least: number, most: number];

/** Which requests a fault hits; a function only in the process of the galley. */
export type FaultMatch = Omit<RequestMatch, "status"> | ((request: SeenRequest) => boolean);

/**
 * An injected fault, and the requests it hits. At least one of `status`, `delay`, `hold`, `dropConnection`, `reset`,
 * `drip`, `bandwidth`, `cut` and `garble` is required.
 */
export interface FaultSpec {
  /** Default: all requests. */
  readonly match?: FaultMatch;
  /** Answered in place of the service, which never sees the request. */
  readonly status?: number;
  /** With `status`: a value is sent as JSON, a text as it is; by default an error in the service's format. */
  readonly body?: unknown;
  /** With `status`: these replace Galley's own of the same names. */
  readonly headers?: { readonly [name: string]: string };
  /** Waits before anything else. Without `status`, the request is then answered as usual. */
  readonly delay?: Delay;
  /** Holds requests before anything else until the fault is released: a gate. */
  readonly hold?: boolean;
  /** Closes the connection without an answer. */
  readonly dropConnection?: boolean;
  /** Resets the connection without an answer (TCP RST); over uWebSockets.js it is only closed. */
  readonly reset?: boolean;
  /** Sends the body in so many parts over so many milliseconds. */
  readonly drip?: { readonly chunks: number; readonly over: number };
  /** Sends the body at so many bits per second. */
  readonly bandwidth?: number;
  /** Sends this part of the body, from 0 to less than 1, then closes the connection. */
  readonly cut?: number;
  /** Breaks a JSON body, so that no parser accepts it. */
  readonly garble?: "json";
  /** Number of matching requests that pass before the first is hit. Default: 0. */
  readonly after?: number;
  /** Removed after it has hit so many requests. Default: never. */
  readonly times?: number;
  /** Probability from 0 to 1 that a matching request is hit. Default: 1. */
  readonly probability?: number;
}

/** @throws EngineError `validation` with every fault of the value and its path. */
export function checkFault(value: unknown): FaultSpec {
  refuseIssues(faultIssues(value));
  // Each key has just been checked.
  return value as FaultSpec;
}

/** @throws EngineError `validation` */
export function checkDelay(value: unknown): Delay {
  if (isDelay(value)) return value;
  throw new EngineError("validation", `delay ${DELAY_MESSAGE}`);
}

/** Whether a request gets no answer at all. */
export function isUnanswered({ dropConnection, reset }: FaultSpec): boolean {
  return dropConnection === true || reset === true;
}

/** The maximum of a timer: a longer one would be over at once. */
export const MAX_TIMEOUT = 2 ** 31 - 1;

const DELAY_MESSAGE = "must be milliseconds, or a list of least and most";

function faultIssues(value: unknown): readonly Issue[] {
  const issues = [...FAULT(value)];
  if (!isRecord(value)) return issues;
  const { status, delay, hold, drip, bandwidth, cut, garble, match } = value;
  const says = [status, delay, drip, bandwidth, cut, garble].some((each) => each !== undefined) || hold === true;
  if (!says && !isUnanswered(value)) {
    issues.push({
      path: [],
      message: "needs status, delay, dropConnection, reset, hold, drip, bandwidth, cut or garble",
    });
  }
  for (const key of ["body", "headers"]) {
    if (value[key] !== undefined && status === undefined) issues.push({ path: [key], message: "needs a status" });
  }
  // A fault hits requests before they have a status.
  if (isRecord(match) && match.status !== undefined) {
    issues.push({ path: ["match", "status"], message: "is not known when a fault hits" });
  }
  return issues;
}

const { optional, record, test } = shapes;

const YES_OR_NO = optional(test<boolean>("must be true or false", (value) => typeof value === "boolean"));

/** Headers that the listener sets for each connection: others would make the answer unreadable. */
const OF_CONNECTION = /^(?:connection|content-length|date|keep-alive|trailer|transfer-encoding|upgrade)$/i;

const FAULT = record<FaultSpec>({
  match: (value) => (value === undefined || typeof value === "function" ? [] : MATCH(value)),
  status: optional(test("must be a whole number from 200 to 599", (value) => isWithin(value, 200, 599))),
  body: () => [],
  headers: optional(
    test("must be texts by name, as headers can have them, and none of the connection, such as content-length and date", (value) =>
      isRecord(value) && Object.entries(value).every(isOwnHeader)),
  ),
  delay: optional(test(DELAY_MESSAGE, isDelay)),
  hold: YES_OR_NO,
  dropConnection: YES_OR_NO,
  reset: YES_OR_NO,
  drip: optional(
    test("must have chunks, a whole number from 1 to 10000, and over, milliseconds", (value) =>
      isRecord(value) && isWithin(value.chunks, 1, 10_000) && isMilliseconds(value.over)),
  ),
  bandwidth: optional(test("must be a number of bits per second, more than 0", isBandwidth)),
  cut: optional(
    test("must be a number from 0 to less than 1", (value) => typeof value === "number" && value >= 0 && value < 1),
  ),
  garble: optional(test('must be "json"', (value) => value === "json")),
  after: optional(test("must be a whole number from 0", (value) => isWithin(value, 0, Number.MAX_SAFE_INTEGER))),
  times: optional(test("must be a whole number from 1", (value) => isWithin(value, 1, Number.MAX_SAFE_INTEGER))),
  probability: optional(
    test("must be a number from 0 to 1", (value) => typeof value === "number" && value >= 0 && value <= 1),
  ),
});

/** Bits per second. */
export function isBandwidth(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value <= 1e12;
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
}

export function isDelay(value: unknown): value is Delay {
  if (!Array.isArray(value)) return isMilliseconds(value);
  const [least, most] = value;
  return value.length === 2 && isMilliseconds(least) && isMilliseconds(most) && least <= most;
}

function isMilliseconds(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= MAX_TIMEOUT;
}

function isOwnHeader([name, value]: readonly [string, unknown]): boolean {
  return !OF_CONNECTION.test(name) && isHeader(name, value);
}
