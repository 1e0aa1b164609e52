import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WorkBudget } from "../../../engine/internal.ts";
import { DocumentCache } from "../../../transport/parts/graphql/document/document-cache.ts";
import { operationOf } from "../../../transport/parts/graphql/document/prepared-document.ts";
import type { Executed } from "../../../transport/parts/graphql/execute/executed.ts";
import { Executor } from "../../../transport/parts/graphql/execute/executor.ts";
import { runPlainly } from "../../../transport/parts/graphql/execute/run-plainly.ts";
import { GRAPHQL_LIMITS } from "../../../transport/parts/graphql/limits.ts";
import { content } from "../../arbitraries/content.ts";
import { documentsOf } from "../../arbitraries/queries/graphql-documents.ts";
import { ASKERS } from "../../arbitraries/queries/questions.ts";
import { fc } from "../../support/fast-check.ts";
import { requestOf } from "../../support/requests/request-of.ts";
import { executorParts, schemaTools, storeWith } from "./tools.ts";

/** Contents that are asked, each up to twelve operations. */
const RUNS = Number(process.env.GALLEY_GRAPHQL_RUNS ?? 10);

const LAW = "answers exactly as graphql-js does, also what was prepared before, asked by $name";

describe.each([
  ["every query", {}, 4],
  ["every query with the fields of Strapi 4", { v4CompatibilityMode: true }, 4],
  // An entry is three levels there.
  ["every query as of Strapi 4", { format: "v4" }, 8],
] as const)("%s", (_name, options, depth) => {
  const tools = schemaTools(options);
  const documents = new DocumentCache({ schema: tools.schema, limits: GRAPHQL_LIMITS, introspection: true });
  let all = 0;
  let prepared = 0;
  const { runFilled } = Executor.prototype;
  beforeAll(() => {
    vi.spyOn(Executor.prototype, "runFilled").mockImplementation(function (this: Executor, ...args) {
      const executed = runFilled.apply(this, args);
      if (executed !== null) prepared++;
      return executed;
    });
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  it.each(ASKERS)(LAW, async (asker) => {
    const asked = fc.array(documentsOf(tools.schema, depth), { minLength: 1, maxLength: 12, size: "max" });
    await fc.assert(
      fc.asyncProperty(content, asked, async (stored, queries) => {
        const parts = executorParts(tools, asker, await storeWith(stored, asker));
        const executor = new Executor(parts);
        for (const { query, variables } of queries) {
          const document = documents.read(query);
          const caller = { kind: "token", name: "asker", access: asker.access } as const;
          const operation = operationOf(document, null);
          const sent = { prepared: document, operation, variables, caller, request: requestOf({}) };
          const means = { end: Number.POSITIVE_INFINITY, work: WorkBudget.ofCaller(1e12) };
          const plain = textOf(runPlainly(parts, sent, means));
          // From the third time on, it is made of cached entries.
          for (let time = 0; time < 4; time++) {
            all++;
            expect(textOf(executor.run(sent, null)), query).toBe(plain);
          }
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it("is no way around graphql-js that is never taken", () => {
    expect(prepared / all).toBeGreaterThan(0.2);
  });
});

function textOf(executed: Executed | Promise<Executed>): string {
  if (executed instanceof Promise) throw new Error("A query was not answered at once");
  return executed.body.toString();
}
