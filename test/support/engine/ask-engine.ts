import {
  CHECK_LIMITS,
  CONTRACT_RULES,
  type ContentType,
  checkQuery,
  type Engine,
  type Entry,
  FULL_ACCESS,
  findMany,
  OBJECTS,
  type Query,
  type RawParams,
  type ReadBudgets,
  type ReadContext,
  readContextOf,
  type Schema,
} from "../../../engine/internal.ts";

/** The query for entries of a type by the default rules, of someone who may see everything. */
export function checked(schema: Schema, type: ContentType, params: RawParams): Query {
  const options = { schema, type, params, access: FULL_ACCESS, rules: CONTRACT_RULES, limits: CHECK_LIMITS } as const;
  return checkQuery({ ...options, shape: "find" });
}

/** Reading by a query of the same. */
export function reading(state: Engine["state"], query: Query, budgets: ReadBudgets = {}): ReadContext {
  return readContextOf(state, CONTRACT_RULES, query, FULL_ACCESS, "caller", budgets);
}

/** The answer to a query. */
export function find({ state }: Engine, query: Query, budgets: ReadBudgets = {}) {
  return findMany(reading(state, query, budgets), OBJECTS, query);
}

/** Entries of a type for the same. `locales`: codes, or all of them. */
export function found(
  engine: Engine,
  type: ContentType,
  params: RawParams,
  locales?: "all" | readonly string[],
): readonly Entry[] {
  const all = checked(engine.schema, type, { sort: "id", ...params });
  const query = locales === undefined ? all : { ...all, locales };
  // OBJECTS gives objects.
  return find(engine, query).entries as readonly Entry[];
}
