import type { Issue } from "../../../engine/internal.ts";
import { ChangedRequest } from "../../http/inner-request.ts";
import type { Handler } from "../../http/port.ts";

/** Paths that are answered as others: `{ "/blog/:slug": "/api/posts?filters[slug][$eq]=:slug" }`, as json-server has them. */
export interface Rewrites {
  readonly [pattern: string]: string;
}

/** A part of a pattern between two slashes: a fixed text, or names with fixed texts around them, one text more than names. */
type Segment = string | { readonly texts: readonly string[]; readonly names: readonly string[] };

interface Rule {
  /** Before and behind a `*`, which stands for any path; null without one. */
  readonly head: readonly Segment[];
  readonly tail: readonly Segment[] | null;
  /** Parameters that the query must have, with the names or fixed texts of their values. */
  readonly query: readonly (readonly [parameter: string, value: string])[];
  readonly target: string;
}

/** The texts that the names of a pattern stand for; `1`, `2`, … in order. As sent, percent-encoded. */
type Found = ReadonlyMap<string, string>;

const VARIABLE = /:(\w+)/g;
const REFERENCE = /\$(\d+)|:(\w+)/g;

/** Every fault of the rules, with its path. */
export function rewriteFaults(rewrites: Rewrites): Issue[] {
  return Object.entries(rewrites).flatMap(([pattern, target]) => {
    const fault = faultOf(pattern, target);
    return fault === null ? [] : [{ path: ["rewrites", pattern], message: fault }];
  });
}

function faultOf(pattern: string, target: string): string | null {
  if (!pattern.startsWith("/")) return "must begin with a slash";
  if (!target.startsWith("/") || target.startsWith("//")) return "must lead to a path of this server, as /posts/:id";
  if (pattern.split("*").length > 2) return "may have one *";
  if (/[()+|^{}[\]]/.test(pattern)) return "may have names, as :id, and one *: other patterns are not read";
  const path = pattern.split(/\\?\?/)[0] ?? "";
  if (/:\w+:/.test(path)) return "must have a text between two names";
  const known = namesIn(pattern);
  const unknown = [...pathAndQuery(target).join("?").matchAll(REFERENCE)].find(([, place, name]) => {
    return place === undefined ? !known.includes(name ?? "") : Number(place) < 1 || Number(place) > known.length;
  });
  return unknown === undefined ? null : `${unknown[0]} is not in the pattern`;
}

/** The names of a pattern in order; a `*` has none. */
function namesIn(pattern: string): readonly string[] {
  return [...pattern.matchAll(/:(\w+)|\*/g)].map(([, name = "*"]) => name);
}

/** The handler behind the rules; each rule applies once, in order. Galley's own pages, below `/_`, stay as they are. */
export function withRewrites(rewrites: Rewrites, handler: Handler): Handler {
  const rules = Object.entries(rewrites).map(([pattern, target]) => ruleOf(pattern, target));
  return (request) => {
    if (isOwn(request.path)) return handler(request);
    let { path, query } = request;
    for (const rule of rules) [path, query] = applied(rule, path, query);
    return handler(
      path === request.path && query === request.query ? request : new ChangedRequest(request, { path, query }),
    );
  };
}

function ruleOf(pattern: string, target: string): Rule {
  const [path = "", query = ""] = pattern.split(/\\?\?/);
  const [head = "", tail] = path.split("*");
  const pairs = query === "" ? [] : query.split("&");
  return {
    head: segmentsOf(head),
    tail: tail === undefined ? null : segmentsOf(tail),
    query: pairs.map((pair) => {
      const [parameter = "", value = ""] = pair.split("=");
      return [parameter, value];
    }),
    target,
  };
}

function segmentsOf(path: string): readonly Segment[] {
  return path.split("/").map((segment) => {
    const names = [...segment.matchAll(VARIABLE)].map(([, name = ""]) => name);
    return names.length === 0 ? segment : { texts: segment.split(/:\w+/), names };
  });
}

function applied(rule: Rule, path: string, query: string): readonly [path: string, query: string] {
  const found = new Map<string, string>();
  const pairs = query === "" ? [] : query.split("&");
  if (!matchesPath(rule, path, found)) return [path, query];
  const used = new Set<string>();
  for (const [parameter, value] of rule.query) {
    const pair = pairs.find((each) => each.startsWith(`${parameter}=`));
    if (pair === undefined) return [path, query];
    const sent = pair.slice(parameter.length + 1);
    if (value.startsWith(":")) note(found, value.slice(1), sent);
    else if (value !== sent) return [path, query];
    used.add(pair);
  }
  const [targetPath, targetQuery] = pathAndQuery(rule.target);
  const filledPath = filled(targetPath, found, (text) => text);
  // A proxy in front hides pages by the path that is sent: `/api/*` must not lead there.
  if (isOwn(filledPath) && !isOwn(targetPath)) return [path, query];
  const rest = pairs.filter((pair) => !used.has(pair));
  const asked = targetQuery === undefined ? [] : [filled(targetQuery, found, inQuery)];
  return [filledPath, [...asked, ...rest].join("&")];
}

/** Whether a path is of Galley's own pages. */
function isOwn(path: string): boolean {
  return path.startsWith("/_");
}

function matchesPath({ head, tail }: Rule, path: string, found: Map<string, string>): boolean {
  const parts = (path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path).split("/");
  if (tail === null) return parts.length === head.length && matches(head, parts, found);
  // The star takes what is left between the fixed parts, and stands within the segments beside it.
  const behind = tail.length;
  if (parts.length < head.length + behind - 1) return false;
  const last = head.length - 1;
  const before = head.at(-1);
  const first = tail[0];
  if (typeof before !== "string" || typeof first !== "string") return false;
  if (!matches(head.slice(0, -1), parts.slice(0, last), found)) return false;
  const middle = parts.slice(last, parts.length - (behind - 1)).join("/");
  if (middle.length < before.length + first.length || !middle.startsWith(before) || !middle.endsWith(first))
    return false;
  note(found, "*", middle.slice(before.length, middle.length - first.length));
  return matches(tail.slice(1), behind === 1 ? [] : parts.slice(-(behind - 1)), found);
}

function matches(segments: readonly Segment[], parts: readonly string[], found: Map<string, string>): boolean {
  return segments.every((segment, at) => {
    const part = parts[at] ?? "";
    if (typeof segment === "string") return segment === part;
    const values = valuesIn(part, segment.texts);
    if (values === null) return false;
    for (const [place, value] of values.entries()) note(found, segment.names[place] ?? "", value);
    return true;
  });
}

/** The texts between fixed texts, each as short as possible and none empty; null if they do not fit. In linear time. */
export function valuesIn(part: string, [first = "", ...texts]: readonly string[]): readonly string[] | null {
  if (!part.startsWith(first)) return null;
  const values: string[] = [];
  let from = first.length;
  for (const [place, text] of texts.entries()) {
    const isLast = place === texts.length - 1;
    const to = isLast ? part.length - text.length : part.indexOf(text, from + 1);
    if (to <= from || (isLast && !part.endsWith(text))) return null;
    values.push(part.slice(from, to));
    from = to + text.length;
  }
  return values;
}

/** By its name, and by its place. */
function note(found: Map<string, string>, name: string, text: string): void {
  const place = [...found.keys()].filter((key) => /^\d+$/.test(key)).length + 1;
  found.set(name, text).set(String(place), text);
}

function filled(text: string, found: Found, encode: (text: string) => string): string {
  return text.replace(REFERENCE, (_, place?: string, name?: string) => encode(found.get(place ?? name ?? "") ?? ""));
}

/** Signs of a path that separate parameters in a query. */
function inQuery(text: string): string {
  return text.replace(/[+&#]/g, encodeURIComponent);
}

function pathAndQuery(target: string): readonly [path: string, query?: string] {
  const at = target.indexOf("?");
  return at === -1 ? [target] : [target.slice(0, at), target.slice(at + 1)];
}
