import { describe, expect, it } from "vitest";
import { DocumentCache, DocumentError } from "../../../transport/parts/graphql/document/document-cache.ts";
import { liftLiterals } from "../../../transport/parts/graphql/document/lift-literals.ts";
import { GRAPHQL_LIMITS } from "../../../transport/parts/graphql/limits.ts";
import { PlanCache } from "../../../transport/parts/graphql/plan/plan-cache.ts";
import { PlannedArguments } from "../../../transport/parts/graphql/plan/planned-arguments.ts";
import { buildSchema } from "../../../transport/parts/graphql/schema/build-schema.ts";
import { CONTENT_SCHEMA } from "../../arbitraries/content-schema.ts";
import { documentsOf } from "../../arbitraries/queries/graphql-documents.ts";
import { fc } from "../../support/fast-check.ts";
import { coercedVariables } from "../../support/requests/coerced-variables.ts";

const schema = buildSchema(CONTENT_SCHEMA);
const plans = new PlanCache(schema, GRAPHQL_LIMITS.fields);
const open = () => new DocumentCache({ schema, limits: GRAPHQL_LIMITS, introspection: true });

/** The replacement of a literal: of its kind or another, or none. */
const other = fc.oneof(
  fc.constantFrom(
    '"x"',
    '"2024-01-01"',
    '"a\\nb"',
    '"ü😀"',
    '""',
    '"""a"b"""',
    '"title:desc"',
    '"',
    "$v",
    "null",
    "true",
  ),
  fc.constantFrom("0", "-1", "007", "1.5", "1e3", "3000000000", "1a", "E", "[1]", "{a:1}", "# 1", ")"),
);

function withOthers(query: string, others: readonly (string | null)[]): string {
  let at = 0;
  return query.replace(/"[^"]*"|(?<=[ [:,])-?\d+/g, (literal) => others[at++ % others.length] ?? literal);
}

/** The result of a document: the calls of its root fields, or why it is refused. */
function outcomeOf(documents: DocumentCache, query: string, variables: Readonly<Record<string, unknown>>): unknown {
  try {
    const prepared = documents.read(query);
    const [operation] = prepared.operations;
    if (operation === undefined) return null;
    const values = { ...coercedVariables(schema, operation, variables), ...prepared.literals };
    const args = new PlannedArguments(values);
    const plan = plans.of(prepared, operation, values);
    return plan?.root.fields.map((planned) => [planned.as, args.of(planned)]);
  } catch (error) {
    const { errors = [error] } = error as { readonly errors?: readonly unknown[] };
    return errors.map((each) => JSON.stringify(each) + String(each));
  }
}

describe("a document that differs from an earlier one in its literals", () => {
  it("gives the same result as by itself", () => {
    const others = fc.array(fc.array(fc.option(other, { freq: 3 }), { minLength: 1, maxLength: 6 }), { maxLength: 4 });
    fc.assert(
      fc.property(documentsOf(schema), others, ({ query, variables }, variations) => {
        const documents = open();
        for (const text of [query, ...variations.map((each) => withOthers(query, each)), query]) {
          expect(outcomeOf(documents, text, variables), text).toEqual(outcomeOf(open(), text, variables));
        }
      }),
      { numRuns: Number(process.env.GALLEY_LITERAL_RUNS ?? 40) },
    );
  });

  it("is not taken for one when its texts run into each other", () => {
    const inList = (texts: string) => `{ notes(filters: { title: { in: [${texts}] } }) { title } }`;
    const documents = open();
    documents.read(inList('"a""b"'));
    expect(() => documents.read(inList('"""b"'))).toThrow(DocumentError);
  });

  it("has its literals lifted from the arguments of root fields, and from nowhere else", () => {
    const keyOf = (text: string) => liftLiterals(text)?.literals.map(({ node }) => node.value) ?? null;
    expect(keyOf('query ($a: Int = 1) { a(x: {y: [2, "z"]}, v: -3.5) { b(w: 4) } # 5\n c(d: """6""") }')).toEqual([
      "2",
      "z",
      "-3.5",
    ]);
    expect(keyOf("fragment f on A { a(b: 1) } query fragment2 { a2 ...f }")).toBeNull();
    expect(keyOf('{ a(b: "c\\"1") }')).toBeNull();
  });
});
