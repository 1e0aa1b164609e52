import {
  CHECK_LIMITS,
  type Change,
  CONTRACT_RULES,
  checkQuery,
  Engine,
  FULL_ACCESS,
  findMany,
  type Query,
  type RawParams,
  readContextOf,
  TEXT,
} from "../../engine/internal.ts";
import type { Size } from "../content/data.ts";
import { contentChanges, SCHEMA } from "./content.ts";
import type { EngineContestant, Opened, PostList } from "./contestants.ts";
import type { Field, Filter, Question } from "./question.ts";

const POST = SCHEMA.type("api::post.post");

/** The engine alone: from the parameters of a question to the text of its entries. */
export const GALLEY: EngineContestant = {
  name: "galley",
  mostPosts: Number.POSITIVE_INFINITY,
  open: (size) => opened(loadedEngine(size)),
};

/** An engine that builds the rest of its indexes between questions. */
export function opened(engine: Engine): Opened {
  return {
    find: (question) => findPosts(engine, queryOf(question)),
    rest: () => {
      if (!engine.buildStep()) return 0;
      const start = performance.now();
      while (engine.buildStep());
      return performance.now() - start;
    },
  };
}

/** An engine with content of that size; no strings are shared between versions. */
export function loadedEngine(size: Size): Engine {
  const engine = new Engine(SCHEMA, CONTRACT_RULES);
  load(engine, size);
  return engine;
}

export function load(engine: Engine, size: Size): void {
  for (const change of contentChanges(size)) {
    engine.restorePart([change.kind === "put" ? JSON.parse(JSON.stringify(change)) : change]);
  }
  engine.endRestore(1, 0);
}

/**
 * Has a fork share no space with the engine that it was forked from, which has no index: a version of each type and status
 * is written to it.
 */
export function writeToAll(fork: Engine, firsts: readonly Change[]): void {
  fork.apply({ number: fork.number + 1, at: 0, changes: firsts });
}

/** The parameters of a question. */
export function paramsOf({ filter, sort, page, pageSize }: Question): RawParams {
  return {
    ...(filter !== null && { filters: filtersOf(filter) }),
    sort: sort.map(({ field, descending }) => `${pathOf(field).join(".")}:${descending ? "desc" : "asc"}`),
    pagination: { page, pageSize },
  };
}

/** A question as a checked query. */
export function queryOf(question: Question): Query {
  const params = paramsOf(question);
  const options = { schema: SCHEMA, type: POST, params, access: FULL_ACCESS, rules: CONTRACT_RULES } as const;
  return checkQuery({ ...options, limits: CHECK_LIMITS, shape: "find" });
}

function filtersOf(filter: Filter): object {
  if (filter.kind !== "compare") {
    return { [filter.kind === "every" ? "$and" : "$or"]: filter.filters.map(filtersOf) };
  }
  const condition: object = { [`$${filter.operator}`]: filter.value };
  return pathOf(filter.field).reduceRight((below, name) => ({ [name]: below }), condition);
}

function pathOf({ of, name }: Field): readonly string[] {
  return of === "post" ? [name] : [of, name];
}

/** The page of a query as JSON text. */
export function findPosts({ state }: Engine, query: Query): PostList {
  const reading = readContextOf(state, CONTRACT_RULES, query, FULL_ACCESS, "caller");
  const { entries, total } = findMany(reading, TEXT, query);
  // The published version of post n has the id 2n.
  return { posts: entries.map(({ text }) => Number.parseInt(text.slice('{"id":'.length), 10) / 2), total: total ?? 0 };
}
