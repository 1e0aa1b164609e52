import { Lexer, Source, TokenKind } from "graphql";
import { describe, expect, it } from "vitest";
import { documentExcess } from "../../../transport/graphql/document/document-excess.ts";
import { buildSchema } from "../../../transport/graphql/schema/build-schema.ts";
import { CONTENT_SCHEMA } from "../../arbitraries/content-schema.ts";
import { documentsOf } from "../../arbitraries/graphql-documents.ts";
import { fc } from "../../support/fast-check.ts";

/** Words and signs as the language counts them. */
function countTokens(text: string): number {
  const lexer = new Lexer(new Source(text));
  let count = 0;
  while (lexer.advance().kind !== TokenKind.EOF) count++;
  return count;
}

const noise = fc.constantFrom(
  "",
  ' # { [ ( " \n',
  ",,",
  "\ufeff",
  '{ a(b: """ " \\""" { """) }',
  '{ a(b: "\\" {") c: -1.5e3 }',
);

describe("the size of a document", () => {
  it("is counted as the language counts it", () => {
    fc.assert(
      fc.property(documentsOf(buildSchema(CONTENT_SCHEMA)), noise, ({ query }, more) => {
        const text = `${query}\n${more}`;
        const tokens = countTokens(text);
        expect(documentExcess(text, { tokens, nesting: 100 })).toBeNull();
        expect(documentExcess(text, { tokens: tokens - 1, nesting: 100 })).toBe("tokens");
      }),
      { numRuns: 200 },
    );
  });

  it("has no brackets in texts and remarks", () => {
    const text = '{ a(b: "{{{{", c: """ [[[[ """) # ((((\n}';
    expect(documentExcess(text, { tokens: 100, nesting: 2 })).toBeNull();
    expect(documentExcess(text, { tokens: 100, nesting: 1 })).toBe("nesting");
  });
});
