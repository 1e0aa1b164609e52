import { Lexer, Source, TokenKind } from "graphql";
import { describe, expect, it } from "vitest";
import { documentExcess } from "../../../../../transport/parts/graphql/document/document-excess.ts";
import { buildSchema } from "../../../../../transport/parts/graphql/schema/build-schema.ts";
import { CONTENT_SCHEMA } from "../../../../arbitraries/content-schema.ts";
import { documentsOf } from "../../../../arbitraries/queries/graphql-documents.ts";
import { fc } from "../../../../support/fast-check.ts";

/** Words and signs as the language counts them. */
function countTokens(text: string): number {
  const lexer = new Lexer(new Source(text));
  let count = 0;
  while (lexer.advance().kind !== TokenKind.EOF) count++;
  return count;
}

const ROOM = { length: 1e6, word: 100, nesting: 100, tokens: 100 };

const noise = fc.constantFrom(
  "",
  ' # { [ ( " \n',
  "# {\r{ a }",
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
        expect(documentExcess(text, { ...ROOM, tokens })).toBeNull();
        expect(documentExcess(text, { ...ROOM, tokens: tokens - 1 })).toBe("tokens");
      }),
      { numRuns: 200 },
    );
  });

  it("has no brackets in texts and remarks", () => {
    const text = '{ a(b: "{{{{", c: """ [[[[ """) # ((((\n}';
    expect(documentExcess(text, { ...ROOM, nesting: 2 })).toBeNull();
    expect(documentExcess(text, { ...ROOM, nesting: 1 })).toBe("nesting");
  });

  it("has remarks that end where any kind of line does", () => {
    for (const end of ["\n", "\r", "\r\n"]) {
      expect(documentExcess(`# ${end}{ a { b } }`, { ...ROOM, nesting: 1 })).toBe("nesting");
    }
  });

  it("counts the characters of all of it, and of each word", () => {
    expect(documentExcess("{ abc }", { ...ROOM, length: 7, word: 3 })).toBeNull();
    expect(documentExcess("{ abc }", { ...ROOM, length: 6 })).toBe("length");
    expect(documentExcess("{ abc }", { ...ROOM, word: 2 })).toBe("word");
    expect(documentExcess("{ a(b: 123) }", { ...ROOM, word: 2 })).toBe("word");
  });
});
