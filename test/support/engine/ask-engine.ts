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
  type RawParams,
  readContextOf,
} from "../../../engine/internal.ts";

/** Entries of a type by the default rules, for someone who may see everything. `locales`: codes, or all of them. */
export function found(
  engine: Engine,
  type: ContentType,
  params: RawParams,
  locales?: "all" | readonly string[],
): readonly Entry[] {
  const checked = checkQuery({
    schema: engine.schema,
    type,
    params: { sort: "id", ...params },
    access: FULL_ACCESS,
    audience: "caller",
    rules: CONTRACT_RULES,
    limits: CHECK_LIMITS,
    shape: "find",
  });
  const query = locales === undefined ? checked : { ...checked, locales };
  const context = readContextOf(engine.state, CONTRACT_RULES, query, FULL_ACCESS, "caller");
  // OBJECTS gives objects.
  return findMany(context, OBJECTS, query).entries as readonly Entry[];
}
