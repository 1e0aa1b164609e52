import { EngineError, isRecord } from "../../../engine/internal.ts";

export type Operator =
  | "eq"
  | "ne"
  | "lt"
  | "lte"
  | "gt"
  | "gte"
  | "in"
  | "like"
  | "contains"
  | "startsWith"
  | "endsWith";

/** A condition on the value at a path of a row; it holds for one of the texts, `ne` for all of them. */
export interface Condition {
  readonly path: string;
  readonly operator: Operator;
  readonly texts: readonly string[];
}

/** Groups of conditions; one group must hold. */
export type Alternatives = readonly (readonly Condition[])[];

export interface SortBy {
  readonly path: string;
  readonly isDescending: boolean;
}

/** The rows to answer with: a page with links, a page as an object, or a slice. */
export type Window =
  | { readonly kind: "all" }
  | { readonly kind: "links" | "object"; readonly page: number; readonly size: number }
  | { readonly kind: "slice"; readonly start: number; readonly end: number };

export interface ListParams {
  readonly conditions: readonly Condition[];
  /** `or` of `_where`. */
  readonly alternatives: readonly Alternatives[];
  readonly search: string | null;
  readonly sort: readonly SortBy[];
  readonly window: Window;
  readonly embed: readonly string[];
  readonly expand: readonly string[];
}

type Params = ReadonlyMap<string, readonly string[]>;

/** Parameters that are no conditions. `callback` is JSONP's, `_` is for caches. */
const OWN = new Set(
  "q _page _limit _per_page _start _end _sort _order _embed _expand _where _delay _dependent callback _".split(" "),
);

const OPERATORS = ["lt", "lte", "gt", "gte", "eq", "ne", "in", "contains", "startsWith", "endsWith", "like"] as const;

/**
 * The parameters of a list of either version: their names differ where their meanings do. `version` decides about `_page`
 * alone.
 *
 * @throws EngineError `validation`
 */
export function listParams(given: Params, version: 0 | 1): ListParams {
  const params = version === 0 ? withoutBrackets(given) : given;
  const where = params.get("_where")?.[0];
  return {
    ...(where === undefined ? { conditions: conditionsIn(params), alternatives: [] } : whereIn(where)),
    search: params.get("q")?.[0] || null,
    sort: sortIn(params),
    window: windowIn(params, version),
    embed: params.get("_embed") ?? [],
    expand: params.get("_expand") ?? [],
  };
}

/** Lists as axios and jQuery write them, as version 0 reads them: `id[]=1&id[]=2`, `id[0]=1&id[1]=2`. */
function withoutBrackets(params: Params): Params {
  const joined = new Map<string, readonly string[]>();
  for (const [name, texts] of params) {
    const plain = name.replace(/\[\d*\]$/, "");
    joined.set(plain, [...(joined.get(plain) ?? []), ...texts]);
  }
  return joined;
}

function conditionsIn(params: Params): readonly Condition[] {
  return [...params].filter(([name]) => !OWN.has(name)).map(([name, texts]) => conditionOf(name, texts));
}

/** `views_gte`, `views:gte`, `views`. */
function conditionOf(name: string, texts: readonly string[]): Condition {
  const sign = Math.max(name.lastIndexOf(":"), name.lastIndexOf("_"));
  const operator = OPERATORS.find((each) => each === name.slice(sign + 1));
  if (sign < 1 || operator === undefined) return { path: name, operator: "eq", texts };
  const path = name.slice(0, sign);
  const each = operator === "in" ? texts.flatMap((text) => text.split(",").map((part) => part.trim())) : texts;
  return { path, operator, texts: each };
}

/** `{ "title": { "eq": "foo" }, "author": { "name": { "ne": "Ada" } }, "or": [{ … }, { … }] }` */
function whereIn(text: string): Pick<ListParams, "conditions" | "alternatives"> {
  let where: unknown;
  try {
    where = JSON.parse(text);
  } catch {
    // Told below.
  }
  if (!isRecord(where)) throw new EngineError("validation", "_where must be a JSON object");
  const { or, ...rest } = where;
  if (or === undefined) return { conditions: conditionsBelow(rest, ""), alternatives: [] };
  if (!Array.isArray(or)) throw new EngineError("validation", "_where at or must be a list of objects");
  return { conditions: conditionsBelow(rest, ""), alternatives: [or.map((each) => conditionsBelow(each, ""))] };
}

/** Levels of a condition. */
const MAX_DEPTH = 20;

function conditionsBelow(where: unknown, path: string): readonly Condition[] {
  if (!isRecord(where) || path.split(".").length > MAX_DEPTH) {
    throw new EngineError("validation", `_where${path && ` at ${path}`} must be an object of operators`);
  }
  return Object.entries(where).flatMap(([key, value]) => {
    const operator = OPERATORS.find((each) => each === key);
    if (operator === undefined || path === "") return conditionsBelow(value, path === "" ? key : `${path}.${key}`);
    return [{ path, operator, texts: (Array.isArray(value) ? value : [value]).map(String) }];
  });
}

/** `_sort=views,title&_order=desc,asc`, `_sort=-views,title` */
function sortIn(params: Params): readonly SortBy[] {
  const orders = (params.get("_order")?.[0] ?? "").toLowerCase().split(",");
  const paths = (params.get("_sort")?.[0] ?? "").split(",").filter((path) => path !== "");
  return paths.map((path, at) => {
    const isMinus = path.startsWith("-");
    return { path: isMinus ? path.slice(1) : path, isDescending: isMinus || orders[at] === "desc" };
  });
}

function windowIn(params: Params, version: 0 | 1): Window {
  const text = (name: string) => params.get(name)?.[0] || undefined;
  const number = (name: string) => Number.parseInt(text(name) ?? "", 10) || 0;
  const page = Math.max(1, number("_page"));
  const hasPage = text("_page") !== undefined;
  const isObject = text("_per_page") !== undefined || (version === 1 && text("_limit") === undefined);
  if (isObject && (hasPage || version === 0)) {
    return { kind: "object", page, size: Math.max(1, text("_per_page") === undefined ? 10 : number("_per_page")) };
  }
  if (hasPage) return { kind: "links", page, size: Math.max(1, number("_limit") || 10) };
  const start = number("_start");
  if (text("_end") !== undefined) return { kind: "slice", start, end: number("_end") };
  if (text("_limit") !== undefined) return { kind: "slice", start, end: start + number("_limit") };
  return { kind: "all" };
}
