import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { readLiteral } from "../../../../../../transport/strapi/project/files/literals/read-literal.ts";
import { readRoutes, readSetQuery } from "../../../../../../transport/strapi/project/files/literals/read-populate.ts";
import { fc } from "../../../../../support/fast-check.ts";

const blank = fc.constantFrom("", " ", "\n", "/* a (comment */", "// one { more\n");
/** A text between such quotes, with and without escapes. */
const quoted = (...quotes: string[]) =>
  fc.tuple(fc.constantFrom(...quotes), fc.string({ unit: "binary" }), fc.boolean()).map(([quote, text, isUnicode]) => {
    const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return `${quote}${text.replace(isUnicode ? /["'`\\$\n\r]/g : /[^a-z ]/g, escaped)}${quote}`;
  });
const number = fc.constantFrom("0", "1_000", "0.25", "12.5e-3", "0xff", "-7", "2 * 3 - 1", "1 + (2 + 3) * limit");
const key = fc.oneof(fc.constantFrom("a", "$set", "größe", "true", "12"), quoted('"', "'"));

const { value } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("null", "true", "limit", "options.name"),
    quoted('"', "'", "`"),
    number,
    tie("list"),
    tie("object"),
  ),
  list: fc
    .tuple(blank, fc.array(tie("value"), { maxLength: 3 }))
    .map(([space, values]) => `[${space}${values.join(`${space},`)}]`),
  object: fc
    .tuple(
      blank,
      fc.array(
        fc.oneof(
          fc.tuple(key, tie("value")).map((pair) => pair.join(": ")),
          fc.constantFrom("limit", "...options"),
        ),
        { maxLength: 3 },
      ),
    )
    .map(([space, members]) => `{${members.map((member) => `${member},${space}`).join("")}}`),
}));

test("a literal module is what running it gives", () => {
  fc.assert(
    fc.property(value, (exported) => {
      const source = `const limit = 3; const options = { limit, name: "x" };\nmodule.exports = ${exported};`;
      const module = { exports: undefined };
      runInNewContext(source, { module });
      expect(readLiteral(source, {})).toEqual({ value: module.exports });
    }),
    { numRuns: 300 },
  );
});

test("no source makes the readers throw", () => {
  const pieces = [
    "const a = ",
    "a",
    ".",
    "query",
    "if",
    "(",
    ")",
    "=",
    "=>",
    "{",
    "}",
    "[",
    "routes",
    ":",
    ",",
    "'x'",
    "1",
    "...",
    "??",
    "<",
  ];
  const source = fc.array(fc.constantFrom(...pieces, "createCoreRouter", "module.exports = ", "return ", "`", "\n"), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(source, (words) => {
      const text = words.join(" ");
      expect(Object.keys(readLiteral(text, {}))).toHaveLength(1);
      expect(Object.keys(readSetQuery(text, {}))).toHaveLength(1);
      expect(Array.isArray(readRoutes(text))).toBe(true);
    }),
    { numRuns: 500 },
  );
});
