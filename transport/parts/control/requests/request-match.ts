import { EngineError, type Issue, isRecord, isRegExp } from "../../../../engine/internal.ts";
import { shapes } from "../../../../storage/core.ts";
import { withoutValues } from "../../../config/refuse-faults.ts";
import { flatParams } from "../../../http/params/flat-params.ts";
import { isPathPattern, PATH_MESSAGE, pathTest } from "./path-pattern.ts";
import type { SeenRequest } from "./seen-request.ts";

/** Selects requests: all given conditions must hold. */
export interface RequestMatch {
  /** Case-insensitive. */
  readonly method?: string;
  /**
   * The whole path, or a URL, whose origin is ignored. `*` matches any part of one segment, `**` any part of the path,
   * `:name` and `{name}` at least one character of a segment. At most 32 of these.
   */
  readonly path?: string | RegExp;
  /** Decoded parameters by whole name, `filters[title][$eq]`. */
  readonly query?: { readonly [name: string]: string };
  /** By name, case-insensitive. */
  readonly headers?: { readonly [name: string]: string | RegExp };
  /** A part of the body: each key of an object and each item of a list must be present and match; the rest must be equal. */
  readonly body?: unknown;
  /** Of answered requests: a number, or a class of them, `4xx`. */
  readonly status?: number | "1xx" | "2xx" | "3xx" | "4xx" | "5xx";
}

/** A request with its answer's status, once there is one. */
export type Matchable = SeenRequest & { readonly status?: number };

/** Tests whether a request matches. */
export type Matcher = (request: Matchable) => boolean;

/** @throws EngineError `validation` for a match with invalid keys or values, with the path of each. */
export function matcherOf(match: RequestMatch): Matcher {
  refuseIssues(MATCH(match));
  const { path, body } = match;
  const method = match.method?.toUpperCase();
  const isPath = path === undefined ? null : typeof path === "string" ? pathTest(path) : patternTest(path);
  const headers = Object.entries(match.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const query = Object.entries(match.query ?? {});
  return (request) => {
    if (method !== undefined && request.method !== method) return false;
    if (isPath !== null && !isPath(request.path)) return false;
    if (match.status !== undefined && !isStatus(match.status, request.status)) return false;
    return (
      hasQuery(request.query, query) &&
      hasHeaders(request, headers) &&
      (body === undefined || holds(request.body, body))
    );
  };
}

/** The same where a predicate may stand for the match. */
export function testOf<R extends Matchable>(which: RequestMatch | ((request: R) => boolean)): (request: R) => boolean {
  return typeof which === "function" ? which : matcherOf(which);
}

const { optional, record, test } = shapes;

const isText = (value: unknown): boolean => typeof value === "string";
const isTextOrPattern = (value: unknown): boolean => isText(value) || isRegExp(value);

export const MATCH = record<RequestMatch>({
  method: optional(test("must be a text", isText)),
  path: optional(
    test(PATH_MESSAGE, (value) => (typeof value === "string" ? isPathPattern(value) : isTextOrPattern(value))),
  ),
  query: optional(test("must be texts by name", (value) => isRecord(value) && Object.values(value).every(isText))),
  headers: optional(
    test("must be texts or regular expressions by name", (value) =>
      isRecord(value) && Object.values(value).every(isTextOrPattern)),
  ),
  body: () => [],
  status: optional(
    test("must be a number or one of 1xx, 2xx, 3xx, 4xx, 5xx", (value) =>
      Number.isInteger(value) || (typeof value === "string" && /^[1-5]xx$/.test(value))),
  ),
});

/** @throws EngineError `validation` with all of the faults in one line, if there are any. */
export function refuseIssues(issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  const text = issues.map(({ path, message }) => `${path.join(".") || "the value"} ${message}`).join("; ");
  throw new EngineError("validation", text, { errors: withoutValues(issues) });
}

/** State of regular expressions (`g`, `y`) is not used. */
function tests(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

function patternTest(pattern: RegExp): (path: string) => boolean {
  return (path) => tests(pattern, path);
}

function isStatus(wanted: number | string, status: number | undefined): boolean {
  if (status === undefined) return false;
  return typeof wanted === "number" ? status === wanted : Math.floor(status / 100) === Number(wanted[0]);
}

function hasQuery(text: string, wanted: readonly (readonly [string, string])[]): boolean {
  if (wanted.length === 0) return true;
  const given = flatParams(text);
  return wanted.every(([name, value]) => given.get(name)?.includes(value) === true);
}

function hasHeaders({ headers }: SeenRequest, wanted: readonly (readonly [string, string | RegExp])[]): boolean {
  return wanted.every(([name, value]) => {
    const given = Object.hasOwn(headers, name) ? headers[name] : undefined;
    return given !== undefined && (typeof value === "string" ? given === value : tests(value, given));
  });
}

function holds(value: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(value) && part.length === value.length && part.every((item, at) => holds(value[at], item));
  }
  if (!isRecord(part)) return Object.is(value, part);
  return (
    isRecord(value) && Object.entries(part).every(([key, each]) => Object.hasOwn(value, key) && holds(value[key], each))
  );
}
