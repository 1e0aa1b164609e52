import { CHECK_LIMITS } from "../../../engine/internal.ts";
import { MemoryStorage, Store } from "../../../storage/internal.ts";
import { QueryChecks } from "../../../transport/parts/graphql/execute/arguments/query-checks.ts";
import { passwordNames } from "../../../transport/parts/graphql/execute/hide-passwords.ts";
import { GRAPHQL_LIMITS } from "../../../transport/parts/graphql/limits.ts";
import { outputOf } from "../../../transport/parts/graphql/plan/output.ts";
import { PlanCache } from "../../../transport/parts/graphql/plan/plan-cache.ts";
import { buildSchema, type SchemaOptions } from "../../../transport/parts/graphql/schema/build-schema.ts";
import { Suggestions } from "../../../transport/parts/graphql/schema/suggestions.ts";
import { CONTENT_SCHEMA } from "../../arbitraries/content-schema.ts";
import type { Asker } from "../../arbitraries/queries/questions.ts";
import { type Content, commitOf, emptyEngine } from "../../model/content.ts";
import { withoutHooks } from "../../support/engine/without-hooks.ts";

/** Everything that is derived from a GraphQL schema of the content types. */
export function schemaTools(options: SchemaOptions) {
  const schema = buildSchema(CONTENT_SCHEMA, options);
  const suggestions = new Suggestions(schema, CONTENT_SCHEMA, true);
  return { schema, suggestions, passwords: passwordNames(CONTENT_SCHEMA), output: outputOf(schema) };
}

export async function storeWith(stored: Content, { rules }: Pick<Asker, "rules">): Promise<Store> {
  const env = { now: () => 0, newDocumentId: () => "unused" };
  const engine = emptyEngine(CONTENT_SCHEMA, rules);
  const store = await Store.open({ engine, storage: new MemoryStorage(), env });
  engine.restore({ number: 0, at: 0, changes: commitOf(stored).changes });
  return store;
}

/** The parts of an executor for an asker, which throws each fault that it would report. */
export function executorParts(tools: ReturnType<typeof schemaTools>, { limits }: Pick<Asker, "limits">, store: Store) {
  const checkLimits = { ...CHECK_LIMITS, ...limits, withCount: false };
  const checks = new QueryChecks(store.engine, checkLimits, { unknownLocales: "refuse", locales: [] });
  const plans = new PlanCache(tools.schema, GRAPHQL_LIMITS.fields);
  const report = (fault: unknown): void => {
    throw fault;
  };
  return { ...tools, store, limits: GRAPHQL_LIMITS, checks, report, plans, ...withoutHooks(CONTENT_SCHEMA) };
}
