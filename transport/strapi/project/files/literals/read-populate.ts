import { isRecord } from "../../../../../engine/internal.ts";
import { CodeSearch } from "./code-search.ts";

/** The query that a middleware makes for a request that asks for nothing, or why its source does not tell. */
export type SetQuery = { readonly query: { readonly [name: string]: unknown } } | { readonly reason: string };

/**
 * Reads from the source of a middleware which parameters it sets: `ctx.query.populate = …` or `ctx.query = { … }`, with
 * literals and constants of the file. It is not run. `config`: its options.
 */
export function readSetQuery(source: string, config: unknown): SetQuery {
  const search = new CodeSearch(source, { config });
  // A request with a `populate` of its own gets it anyway.
  const firstCondition = search.firstConditionWithout("populate");
  let query: { readonly [name: string]: unknown } = {};
  for (const { name, at } of search.settings("query")) {
    const read = search.readAt(at);
    if ("codeAt" in read) return { reason: `line ${read.codeAt} is code, which is not run` };
    const set = name === null ? read.value : { [name]: read.value };
    if (!isRecord(set)) return { reason: "it replaces the query" };
    if (firstCondition < at) return { reason: "it depends on the request" };
    query = name === null ? set : { ...query, ...set };
  }
  return { query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) };
}

/** The middlewares of the usual reads of a content type, as a file of routes names them. */
export interface RoutedReads {
  /** Uid, or a name in the api of the file. */
  readonly type: string;
  readonly find: readonly unknown[];
  readonly findOne: readonly unknown[];
}

/** The routers of a file of routes that are literal: calls of `createCoreRouter`, and lists of routes. */
export function readRoutes(source: string): readonly RoutedReads[] {
  const search = new CodeSearch(source);
  const ofCore = search.calls("createCoreRouter").flatMap((place) => {
    const given = search.argumentsAt(place);
    if (!("value" in given)) return [];
    const [type, options] = given.value;
    const { config } = recordOf(options);
    const of = (action: string) => listOf(recordOf(recordOf(config)[action]).middlewares);
    return [{ type: String(type), find: of("find"), findOne: of("findOne") }];
  });
  const routes = search.members("routes").flatMap((place) => {
    const list = search.readAt(place);
    return "value" in list ? listOf(list.value).map(recordOf) : [];
  });
  const listed = routes.flatMap(({ method, handler, config }) => {
    const [, type = "", action] = /^(.+)\.(find|findOne)$/.exec(String(handler)) ?? [];
    const middlewares = listOf(recordOf(config).middlewares);
    if (method !== "GET" || action === undefined) return [];
    return [{ type, find: [], findOne: [], [action]: middlewares }];
  });
  return [...ofCore, ...listed];
}

function recordOf(value: unknown): { readonly [name: string]: unknown } {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
