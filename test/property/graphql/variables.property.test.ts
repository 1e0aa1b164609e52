import { getVariableValues } from "graphql";
import { describe, expect, it } from "vitest";
import { DocumentCache } from "../../../transport/parts/graphql/document/document-cache.ts";
import { coerceVariables } from "../../../transport/parts/graphql/execute/arguments/coerce-variables.ts";
import { GRAPHQL_LIMITS } from "../../../transport/parts/graphql/limits.ts";
import { buildSchema } from "../../../transport/parts/graphql/schema/build-schema.ts";
import { CONTENT_SCHEMA } from "../../arbitraries/content-schema.ts";
import { type DrawnDocument, documentsOf } from "../../arbitraries/queries/graphql-documents.ts";
import { fc } from "../../support/fast-check.ts";

const schema = buildSchema(CONTENT_SCHEMA);
const documents = new DocumentCache({ schema, limits: GRAPHQL_LIMITS, introspection: true });

/** Values that fit, that fit once they are in a list, and that do not. */
const other = fc.oneof(
  fc.constantFrom<unknown>(null, 1, "a", "2024-01-01", true, [], [null], {}, { title: null }, { nope: 1 }, { page: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Variables; some are replaced by something else, and some are not sent. */
const spoiled = fc
  .tuple(documentsOf(schema), fc.array(fc.option(other, { freq: 3 }), { maxLength: 4 }))
  .map(([{ query, variables }, others]): DrawnDocument => {
    const entries = Object.entries(variables).flatMap(([name, value], at) => {
      const instead = others[at];
      if (instead === undefined) return [[name, value] as const];
      return instead === null ? [] : [[name, instead] as const];
    });
    return { query, variables: Object.fromEntries(entries) };
  });

/** With keys in order, which decides which is checked first. */
function told({ coerced, errors }: ReturnType<typeof getVariableValues>): unknown {
  return errors === undefined ? JSON.stringify(coerced) : errors.map(({ message }) => message);
}

describe("variables", () => {
  it("are coerced as by graphql-js", () => {
    fc.assert(
      fc.property(fc.oneof(documentsOf(schema), spoiled), ({ query, variables }) => {
        const [operation] = documents.read(query).operations;
        if (operation === undefined) throw new Error("There is no operation");
        const expected = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 50 });
        expect(told(coerceVariables(schema, operation, variables))).toEqual(told(expected));
      }),
      { numRuns: 400 },
    );
  });
});
