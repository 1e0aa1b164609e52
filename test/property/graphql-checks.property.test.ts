import { describe, expect, it } from "vitest";
import { CHECK_LIMITS, type Engine, EngineError, type Rules } from "../../engine/internal.ts";
import { DocumentCache } from "../../transport/parts/graphql/document/document-cache.ts";
import { operationOf } from "../../transport/parts/graphql/document/prepared-document.ts";
import type { Arguments } from "../../transport/parts/graphql/execute/arguments/list-params.ts";
import { QueryChecks } from "../../transport/parts/graphql/execute/arguments/query-checks.ts";
import { GRAPHQL_LIMITS } from "../../transport/parts/graphql/limits.ts";
import { PlanCache } from "../../transport/parts/graphql/plan/plan-cache.ts";
import { PlannedArguments } from "../../transport/parts/graphql/plan/planned-arguments.ts";
import { buildSchema } from "../../transport/parts/graphql/schema/build-schema.ts";
import { CONTENT_SCHEMA } from "../arbitraries/content-schema.ts";
import { type DrawnDocument, documentsOf } from "../arbitraries/queries/graphql-documents.ts";
import { ASKERS, type Asker } from "../arbitraries/queries/questions.ts";
import { emptyEngine } from "../model/content.ts";
import { fc } from "../support/fast-check.ts";
import { coercedVariables } from "../support/requests/coerced-variables.ts";

const schema = buildSchema(CONTENT_SCHEMA);
const documents = new DocumentCache({ schema, limits: GRAPHQL_LIMITS, introspection: true });
const plans = new PlanCache(schema, GRAPHQL_LIMITS.fields);

/** Replacements of a text or a number of the arguments, in turn. */
const others = fc.array(fc.oneof(fc.string({ maxLength: 5 }), fc.integer({ min: -2, max: 9 }), fc.constant("12")), {
  minLength: 1,
  maxLength: 5,
});

function varied(args: Arguments, values: readonly (string | number)[]): Arguments {
  let at = 0;
  const vary = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(vary);
    if (typeof value === "object" && value !== null) return mapped(value, vary);
    if (typeof value !== "string" && typeof value !== "number") return value;
    const other = values[at++ % values.length];
    return typeof other === typeof value ? other : value;
  };
  return mapped(args, (value, name) => (name === "filters" || name === "pagination" ? vary(value) : value));
}

function mapped(object: object, map: (value: unknown, name: string) => unknown): Arguments {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
}

/** The lists at the root of an operation, with their arguments. */
function listsOf({ query, variables }: DrawnDocument) {
  const prepared = documents.read(query);
  const operation = operationOf(prepared, null);
  const coerced = { ...coercedVariables(schema, operation, variables), ...prepared.literals };
  const args = new PlannedArguments(coerced);
  return (plans.of(prepared, operation, coerced)?.root.fields ?? []).flatMap((planned) => {
    const { meaning } = planned;
    const isList = meaning?.kind === "find many" || meaning?.kind === "find page";
    return isList ? [{ type: meaning.type, args: args.of(planned) ?? {} }] : [];
  });
}

function outcomeOf(check: () => unknown): unknown {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { code, message, details } = error;
    return { code, message, details };
  }
}

const engines = new Map<Rules, Engine>();

/** One for all checks under these rules, which take nothing else from it but the content types. */
function engineWith(rules: Rules): Engine {
  const engine = engines.get(rules) ?? emptyEngine(CONTENT_SCHEMA, rules);
  engines.set(rules, engine);
  return engine;
}

function checksOf({ rules, limits }: Asker): QueryChecks {
  const checkLimits = { ...CHECK_LIMITS, ...limits, withCount: false };
  return new QueryChecks(engineWith(rules), checkLimits, { unknownLocales: "refuse", locales: [] });
}

describe("checking the arguments of a list that is like an earlier one", () => {
  it.each(ASKERS)("gives the same as checking all of them: $name", (asker) => {
    const variations = fc.array(others, { maxLength: 4 });
    fc.assert(
      fc.property(documentsOf(schema), variations, fc.boolean(), (document, values, counted) => {
        const remembering = checksOf(asker);
        for (const { type, args } of listsOf(document)) {
          for (const asked of [args, ...values.map((each) => varied(args, each)), args]) {
            const known = outcomeOf(() => remembering.list(asker.access, type, asked, counted));
            expect(known).toEqual(outcomeOf(() => checksOf(asker).list(asker.access, type, asked, counted)));
          }
        }
      }),
      { numRuns: Number(process.env.GALLEY_SHAPE_RUNS ?? 100) },
    );
  });
});

/** Arguments of one entry, as graphql-js coerces them. */
const versions = fc.record(
  {
    documentId: fc.constantFrom("one", "two"),
    status: fc.constantFrom("published", "draft", null),
    hasPublishedVersion: fc.option(fc.boolean()),
    publicationFilter: fc.constantFrom("never-published", "modified", "of another kind"),
  },
  { requiredKeys: ["documentId"] },
);

describe("checking the arguments of one entry after those of others", () => {
  it.each(ASKERS)("gives the same as checking them first: $name", (asker) => {
    const types = fc.constantFrom(...CONTENT_SCHEMA.types.values());
    fc.assert(
      fc.property(fc.array(fc.tuple(types, versions), { minLength: 2, maxLength: 12 }), (entries) => {
        const remembering = checksOf(asker);
        for (const [type, args] of entries) {
          const known = outcomeOf(() => remembering.one(asker.access, type, args));
          expect(known).toEqual(outcomeOf(() => checksOf(asker).one(asker.access, type, args)));
        }
      }),
      { numRuns: 100 },
    );
  });
});
