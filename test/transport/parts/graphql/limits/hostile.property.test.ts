import { describe, expect, it } from "vitest";
import { createGalley } from "../../../../../transport/galley.ts";
import { buildSchema } from "../../../../../transport/parts/graphql/schema/build-schema.ts";
import { CONTENT_SCHEMA } from "../../../../arbitraries/content-schema.ts";
import { documentsOf } from "../../../../arbitraries/queries/graphql-documents.ts";
import { fc } from "../../../../support/fast-check.ts";
import { openedForAll } from "../../../../support/run/opened.ts";

const schema = buildSchema(CONTENT_SCHEMA);

/** Documents that were documents once: a part is gone, doubled or replaced by what no document has. */
const broken = fc
  .record({
    document: documentsOf(schema),
    from: fc.nat(400),
    length: fc.nat(12),
    instead: fc.constantFrom(
      "",
      "{",
      "}",
      "(",
      "$",
      '"',
      '"""',
      "...",
      "...F0",
      "#",
      "\u0000",
      "\ud800",
      "@skip",
      "null",
      "__proto__",
    ),
  })
  .map(({ document: { query, variables }, from, length, instead }) => {
    const at = from % Math.max(1, query.length);
    return { query: query.slice(0, at) + instead + query.slice(at + length), variables };
  });

const anything = fc.record(
  { query: fc.anything(), variables: fc.anything(), operationName: fc.anything(), extensions: fc.anything() },
  { requiredKeys: [] },
);

describe("whatever is sent to GraphQL", () => {
  const galley = openedForAll(() =>
    createGalley({
      schema: CONTENT_SCHEMA,
      graphql: true,
      roles: { public: { "*": ["find", "findOne", "create", "update", "delete"] } },
    }),
  );

  const send = async (body: string) => {
    const headers = { "content-type": "application/json" };
    const response = await galley.fetch("/graphql", { method: "POST", headers, body });
    return [response.status, await response.text()] as const;
  };

  it("is answered with 200 or 400, in JSON, and never with a fault of ours", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(broken, anything), async (body) => {
        const [status, text] = await send(JSON.stringify(body));
        expect([200, 400]).toContain(status);
        expect(typeof JSON.parse(text)).toBe("object");
        expect(text).not.toContain("Internal Server Error");
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });
});
