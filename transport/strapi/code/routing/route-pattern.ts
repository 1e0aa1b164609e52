import { patternOf } from "../../../../engine/internal.ts";

/** The pattern of a parameter's text. */
export type Limit = NonNullable<ReturnType<typeof patternOf>>;

/** A path of koa's router as paths with `:name` segments, and what their texts must match. */
export interface RoutePattern {
  readonly path: string;
  /** By name; a text that does not match is no text of this route. */
  readonly limits: ReadonlyMap<string, Limit>;
}

/**
 * The paths that a path of koa's router means: one with an optional segment (`/:id?`) means two. Null for a path with a
 * wildcard, or with a name inside a segment, which Galley has not; or with a pattern that could take long.
 */
export function routePatterns(path: string): readonly RoutePattern[] | null {
  let patterns: readonly Draft[] = [{ segments: [], limits: new Map() }];
  for (const segment of segmentsOf(path)) {
    const read = readSegment(segment);
    if (read === null) return null;
    const longer = patterns.map((each) => added(each, read));
    patterns = read.isOptional ? [...patterns, ...longer] : longer;
  }
  return patterns.map(({ segments, limits }) => ({ path: `/${segments.join("/")}`, limits }));
}

interface Draft {
  readonly segments: readonly string[];
  readonly limits: ReadonlyMap<string, Limit>;
}

interface Segment {
  readonly text: string;
  readonly name: string | null;
  readonly limit: Limit | null;
  readonly isOptional: boolean;
}

function added({ segments, limits }: Draft, { text, name, limit }: Segment): Draft {
  return {
    segments: [...segments, text],
    limits: name === null || limit === null ? limits : new Map([...limits, [name, limit]]),
  };
}

/** Splits at slashes outside of parentheses. */
function segmentsOf(path: string): readonly string[] {
  const segments: string[] = [""];
  let depth = 0;
  for (const sign of path.replace(/^\//, "")) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (sign === "/" && depth === 0) segments.push("");
    else segments[segments.length - 1] += sign;
  }
  return segments;
}

function readSegment(segment: string): Segment | null {
  const fixed = /^[^:()?*+{}]*$/.test(segment);
  if (fixed) return { text: segment, name: null, limit: null, isOptional: false };
  const named = /^:(\w+)(?:\((.*)\))?(\??)$/.exec(segment);
  if (named === null) return null;
  const [, name = "", pattern, optional] = named;
  const limit = pattern === undefined ? null : limitOf(pattern);
  if (pattern !== undefined && limit === null) return null;
  return { text: `:${name}`, name, limit, isOptional: optional === "?" };
}

/** Null for a pattern that is not valid, or could take long. */
function limitOf(pattern: string): Limit | null {
  try {
    return patternOf(new RegExp(`^(?:${pattern})$`, "i"));
  } catch {
    return null;
  }
}

/** Whether every path of the second is one of the first, by their segments. */
export function hides(first: string, second: string): boolean {
  const [one, other] = [first.split("/"), second.split("/")];
  return (
    one.length === other.length &&
    one.every((segment, at) => segment.startsWith(":") || segment.toLowerCase() === other[at]?.toLowerCase())
  );
}
