import { patternOf } from "../../../../engine/internal.ts";
import { valuesIn } from "../../../parts/routes/rewrites.ts";

type Params = { readonly [name: string]: string };

/** A path of koa's router as a path with `:name` segments. */
export interface RoutePattern {
  readonly path: string;
  /** The parameters by the names of code; null: the texts are of no path of this route. */
  readonly read: (params: Params) => Params | null;
  /** Whether every text is of this route. */
  readonly isExact: boolean;
  /** Whether a wildcard in it stands for several segments. */
  readonly isLonger: boolean;
}

/** A wildcard stands for as many segments at most. */
const REPEATS = 8;

/**
 * The paths that a path of koa's router means: one with an optional segment (`/:id?`) means two, one with a wildcard
 * (`/:path*`, `/(.*)`) a path for each number of segments, one with an optional group (`/:id{.:ext}?`) a path with it and
 * one without. Null for a group that repeats or is in another, and for a pattern that could take long.
 */
export function routePatterns(path: string): readonly RoutePattern[] | null {
  const found = withoutGroups(path)?.map(patternsOf);
  return found?.every((patterns) => patterns !== null) === true ? found.flat() : null;
}

/** The paths with and without each optional group. */
function withoutGroups(path: string): readonly string[] | null {
  const [, before = "", inner = "", modifier = "", after = ""] =
    /^([^{}]*)\{([^{}]*)\}([?*+]?)([\s\S]*)$/.exec(path) ?? [];
  if (inner === "") return /[{}]/.test(path) ? null : [path];
  if (modifier === "*" || modifier === "+") return null;
  const rest = withoutGroups(after);
  const starts = modifier === "?" ? [before + inner, before] : [before + inner];
  return rest === null ? null : starts.flatMap((start) => rest.map((end) => start + end));
}

function patternsOf(path: string): readonly RoutePattern[] | null {
  let patterns: readonly Draft[] = [{ segments: [], reads: [], isExact: true }];
  let unnamed = 0;
  for (const segment of segmentsOf(path)) {
    const read = readSegment(segment, () => String(unnamed++));
    if (read === null) return null;
    const counts = Array.from({ length: read.most - read.least + 1 }, (_, at) => read.least + at);
    patterns = counts.flatMap((count) => patterns.map((each) => added(each, read, count)));
  }
  return patterns.map(({ segments, reads, isExact }) => ({
    path: `/${segments.join("/")}`,
    read: (params) => readAll(reads, params),
    isExact,
    isLonger: segments.some((segment) => /~\d$/.test(segment)),
  }));
}

interface Draft {
  readonly segments: readonly string[];
  readonly reads: readonly Read[];
  readonly isExact: boolean;
}

/** Reads texts of a path; null: they do not match. */
type Read = (params: Params) => Params | null;

interface Segment {
  /** As in the path; the text of a variable segment begins with a colon. */
  readonly text: string;
  /** How many segments of a path it stands for. */
  readonly least: number;
  readonly most: number;
  /** Reads the text, or the texts with slashes between; null for a fixed segment. */
  readonly read: ((text: string) => Params | null) | null;
  readonly isExact: boolean;
}

function added({ segments, reads, isExact }: Draft, { text, read, ...segment }: Segment, count: number): Draft {
  if (read === null || count === 0) return { segments: [...segments, ...Array(count).fill(text)], reads, isExact };
  const names = Array.from({ length: count }, (_, at) => (at === 0 ? text : `${text}~${at}`));
  const joined: Read = (params) => read(names.map((name) => params[name.slice(1)] ?? "").join("/"));
  return { segments: [...segments, ...names], reads: [...reads, joined], isExact: isExact && segment.isExact };
}

function readAll(reads: readonly Read[], params: Params): Params | null {
  const found: { [name: string]: string } = {};
  for (const read of reads) {
    const texts = read(params);
    if (texts === null) return null;
    Object.assign(found, texts);
  }
  return found;
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

function readSegment(segment: string, nextName: () => string): Segment | null {
  const once = { least: 1, most: 1 };
  if (/^[^:()?*+{}]*$/.test(segment)) return { text: segment, ...once, read: null, isExact: true };
  const alone = /^(?::(\w+))?(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\))?([?*+]?)$/.exec(segment);
  if (alone === null) return mixedSegment(segment);
  const [, name = nextName(), pattern, modifier = ""] = alone;
  const isAny = pattern === ".*" || pattern === ".+";
  const limit = pattern === undefined || isAny ? null : limitOf(pattern);
  if (pattern !== undefined && !isAny && limit === null) return null;
  const isRepeated = isAny || modifier === "*" || modifier === "+";
  return {
    text: `:${name}`,
    least: modifier === "?" || modifier === "*" ? 0 : 1,
    most: isRepeated ? REPEATS : 1,
    read: (text) => (limit === null || text.split("/").every((each) => limit.test(each)) ? { [name]: text } : null),
    isExact: limit === null,
  };
}

/** Names with fixed text around them: `sitemap-:page.xml`, `:name.:ext`. Each takes as little text as it can. */
function mixedSegment(segment: string): Segment | null {
  if (/[()?*+{}]/.test(segment)) return null;
  const pieces = segment.split(/:(\w+)/);
  const names = pieces.filter((_, at) => at % 2 === 1);
  const texts = pieces.filter((_, at) => at % 2 === 0);
  if (texts.slice(1, -1).includes("")) return null;
  const read = (text: string): Params | null => {
    const values = valuesIn(text, texts);
    return values && Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""]));
  };
  return { text: `:${names[0]}`, least: 1, most: 1, read, isExact: false };
}

/** Null for a pattern that is not valid, or could take long. */
function limitOf(pattern: string) {
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
