import { describe, expect, it } from "vitest";
import { CHECK_LIMITS, WorkBudget } from "../../engine/internal.ts";
import { MemoryStorage, Store } from "../../storage/internal.ts";
import { DocumentCache } from "../../transport/parts/graphql/document/document-cache.ts";
import { operationOf } from "../../transport/parts/graphql/document/prepared-document.ts";
import { QueryChecks } from "../../transport/parts/graphql/execute/arguments/query-checks.ts";
import { type RunOptions, runPlainly } from "../../transport/parts/graphql/execute/run-plainly.ts";
import { GRAPHQL_LIMITS } from "../../transport/parts/graphql/limits.ts";
import { outputOf } from "../../transport/parts/graphql/plan/output.ts";
import { PlanCache } from "../../transport/parts/graphql/plan/plan-cache.ts";
import { PlannedArguments } from "../../transport/parts/graphql/plan/planned-arguments.ts";
import { runPlanned } from "../../transport/parts/graphql/plan/run-planned.ts";
import { SelectCache } from "../../transport/parts/graphql/plan/select-cache.ts";
import { buildSchema } from "../../transport/parts/graphql/schema/build-schema.ts";
import { content } from "../arbitraries/content.ts";
import { CONTENT_SCHEMA } from "../arbitraries/content-schema.ts";
import { type DrawnDocument, documentsOf } from "../arbitraries/queries/graphql-documents.ts";
import { ASKERS, type Asker } from "../arbitraries/queries/questions.ts";
import { commitOf, emptyEngine } from "../model/content.ts";
import { fc } from "../support/fast-check.ts";
import { coercedVariables } from "../support/requests/coerced-variables.ts";
import { requestOf } from "../support/requests/request-of.ts";

/** What is derived from a GraphQL schema of the content types. */
function schemaTools(v4CompatibilityMode: boolean) {
  const schema = buildSchema(CONTENT_SCHEMA, { v4CompatibilityMode });
  const documents = new DocumentCache({ schema, limits: GRAPHQL_LIMITS, introspection: true });
  return { schema, documents, plans: new PlanCache(schema, GRAPHQL_LIMITS.fields), output: outputOf(schema) };
}

type SchemaTools = ReturnType<typeof schemaTools>;

/** Contents that are asked, each up to twelve operations. */
const RUNS = Number(process.env.GALLEY_GRAPHQL_RUNS ?? 10);

/** What a plan answers, and what graphql-js does; null where the plan leaves it to graphql-js. */
function bothAnswers(
  { schema, documents, plans, output }: SchemaTools,
  options: RunOptions,
  { access }: Asker,
  { query, variables }: DrawnDocument,
) {
  const prepared = documents.read(query);
  const operation = operationOf(prepared, null);
  const caller = { kind: "token", name: "asker", access } as const;
  const asked = { prepared, operation, variables, caller, request: requestOf({}) };
  const coerced = { ...coercedVariables(schema, operation, variables), ...prepared.literals };
  const plan = plans.of(prepared, operation, coerced);
  if (plan === null) throw new Error("There is no plan");
  const means = { end: Number.POSITIVE_INFINITY, work: WorkBudget.ofCaller(1e12) };
  const run = { plan, reads: new PlannedArguments(coerced), selects: new SelectCache(), output, means };
  const plain = runPlainly(options, asked, means);
  if (plain instanceof Promise) throw new Error("A query was not answered at once");
  const planned = runPlanned(options, asked, run)?.body.toString() ?? null;
  // Asked again, it is made of what was kept, with arguments within entries from the third time on.
  for (let time = 0; time < 2; time++) expect(runPlanned(options, asked, run)?.body.toString() ?? null).toBe(planned);
  return { planned, plain: plain.body.toString() };
}

describe.each([
  ["every plan", false],
  ["every plan with the fields of Strapi 4", true],
])("%s", (_name, v4CompatibilityMode) => {
  const tools = schemaTools(v4CompatibilityMode);
  const { schema } = tools;
  let planned = 0;
  let all = 0;

  it.each(ASKERS)("answers exactly as graphql-js does, asked by $name", async (asker) => {
    const asked = fc.array(documentsOf(schema), { minLength: 1, maxLength: 12, size: "max" });
    await fc.assert(
      fc.asyncProperty(content, asked, async (stored, queries) => {
        const env = { now: () => 0, newDocumentId: () => "unused" };
        const engine = emptyEngine(CONTENT_SCHEMA, asker.rules);
        const store = await Store.open({ engine, storage: new MemoryStorage(), env });
        engine.restore({ number: 0, at: 0, changes: commitOf(stored).changes });
        const checkLimits = { ...CHECK_LIMITS, ...asker.limits, withCount: false };
        const checks = new QueryChecks(engine, checkLimits, { unknownLocales: "refuse", locales: [] });
        const report = (fault: unknown): void => {
          throw fault;
        };
        const options: RunOptions = { schema, store, limits: GRAPHQL_LIMITS, checks, report };
        for (const query of queries) {
          const answers = bothAnswers(tools, options, asker, query);
          all++;
          if (answers.planned === null) expect(answers.plain, query.query).toContain('"errors":');
          else {
            planned++;
            expect(answers.planned, query.query).toBe(answers.plain);
          }
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it("is no way around graphql-js that is never taken", () => {
    expect(planned / all).toBeGreaterThan(0.2);
  });
});
