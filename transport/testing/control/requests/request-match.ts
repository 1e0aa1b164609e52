import { EngineError, type Issue, isRecord } from "../../../../engine/internal.ts";
import { flatParams } from "../../../http/params/flat-params.ts";
import type { SeenRequest } from "./seen-request.ts";

/** Selects requests: all given conditions must hold. */
export interface RequestMatch {
  /** Case-insensitive. */
  readonly method?: string;
  /** The whole path; `*` matches any part of one segment, `**` any part of the path. At most 32 stars. */
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
  const issues = matchIssues(match, []);
  if (issues.length > 0) throw new EngineError("validation", describe(issues), { errors: issues });
  const { path, body } = match;
  const method = match.method?.toUpperCase();
  const isPath = path === undefined ? null : pathTest(path);
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

/** The faults of a value as a match. */
export function matchIssues(value: unknown, path: readonly string[]): Issue[] {
  if (!isRecord(value)) return [{ path, message: "must be an object" }];
  return Object.entries(value).flatMap(([key, member]) => {
    if (!Object.hasOwn(KEYS, key)) return [{ path: [...path, key], message: "is not a known key" }];
    const { holds: fits, message } = KEYS[key as keyof RequestMatch];
    return member === undefined || fits(member) ? [] : [{ path: [...path, key], message }];
  });
}

/** Faults in one line. */
export function describe(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => `${path.join(".") || "the value"} ${message}`).join("; ");
}

/** Each star costs a walk over every path. */
const MAX_STARS = 32;

interface Key {
  readonly holds: (value: unknown) => boolean;
  readonly message: string;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isTextOrPattern = (value: unknown): boolean => isText(value) || value instanceof RegExp;

const KEYS: { readonly [key in keyof RequestMatch]-?: Key } = {
  method: { holds: isText, message: "must be a text" },
  path: {
    holds: (value) => isTextOrPattern(value) && !(typeof value === "string" && value.split("*").length - 1 > MAX_STARS),
    message: `must be a text with at most ${MAX_STARS} stars or a regular expression`,
  },
  query: { holds: (value) => isRecord(value) && Object.values(value).every(isText), message: "must be texts by name" },
  headers: {
    holds: (value) => isRecord(value) && Object.values(value).every(isTextOrPattern),
    message: "must be texts or regular expressions by name",
  },
  body: { holds: () => true, message: "" },
  status: {
    holds: (value) => Number.isInteger(value) || (typeof value === "string" && /^[1-5]xx$/.test(value)),
    message: "must be a number or one of 1xx, 2xx, 3xx, 4xx, 5xx",
  },
};

/** Regular expressions with state (`g`, `y`) are not used. */
function tests(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

function pathTest(wanted: string | RegExp): (path: string) => boolean {
  if (typeof wanted !== "string") return (path) => tests(wanted, path);
  const pieces = wanted.split(/(\*+)/).filter((piece) => piece !== "");
  return (path) => {
    const starts = new Uint8Array(path.length + 1);
    starts[0] = 1;
    const ends = pieces.reduce<Uint8Array>((marks, piece) => endsOf(piece, path, marks), starts);
    return ends[path.length] === 1 || (path.endsWith("/") && ends[path.length - 1] === 1);
  };
}

/**
 * Marks where a piece can end that begins at a marked place. All alternatives at once: backtracking could take forever.
 */
function endsOf(piece: string, path: string, starts: Uint8Array): Uint8Array {
  const ends = new Uint8Array(starts.length);
  if (!piece.startsWith("*")) {
    for (let at = starts.indexOf(1); at !== -1; at = starts.indexOf(1, at + 1)) {
      if (path.startsWith(piece, at)) ends[at + piece.length] = 1;
    }
    return ends;
  }
  let within = false;
  for (let at = 0; at <= path.length; at++) {
    within = (within && (piece !== "*" || path[at - 1] !== "/")) || starts[at] === 1;
    if (within) ends[at] = 1;
  }
  return ends;
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
