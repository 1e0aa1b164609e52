import { describe, expect, it } from "vitest";
import { liftValues, withValues } from "../../../../../transport/parts/graphql/prepared/lift-values.ts";
import { anyJson, brokenJson } from "../../../../arbitraries/json-text.ts";
import { fc } from "../../../../support/fast-check.ts";

const value = fc.oneof(
  anyJson,
  fc.constantFrom(
    '"\\u0061"',
    '"a\\\\"',
    '"\\""',
    '"a\n"',
    "1e1",
    "-0",
    "01",
    "1.",
    "+1",
    "1234567890123456",
    "0.5",
    '"variables"',
  ),
  brokenJson,
);
const blank = fc.constantFrom("", "", " ", "\n");
const body = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom("variables", "query", "variables", "extensions"), value), { maxLength: 4 }),
    blank,
  )
  .map(
    ([members, space]) => `${space}{${members.map(([name, inner]) => `"${name}"${space}:${space}${inner}`).join(",")}}`,
  );

function parsed(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return "no JSON";
  }
}

describe("a body without the values of its variables", () => {
  it("is the same JSON, or none, with them in their places", () => {
    fc.assert(
      fc.property(body, (text) => {
        const lifted = liftValues(text);
        if (lifted === null) return;
        expect(parsed(withValues(lifted.key, (index) => lifted.values[index] ?? ""))).toBe(parsed(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is that of every body with other values of the same kinds", () => {
    const other = (value: string | number | undefined) => (typeof value === "string" ? `${value.length}é` : 7);
    fc.assert(
      fc.property(body, (text) => {
        const lifted = liftValues(text);
        if (lifted === null) return;
        const values = lifted.values.map(other);
        expect(liftValues(withValues(lifted.key, (index) => values[index] ?? ""))).toEqual({ key: lifted.key, values });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['{"variables":{"a":"x","b":[1,-2.5,true,null]}}', ["x", 1, -2.5]],
    ['{"variables" : {"a" : {"variables":"x"}}, "operationName":"y"}', ["x"]],
    ['{"query":"{ a(b: 1) }","extensions":{"variables":{"a":1}}}', []],
    ['{"variables":{"a":"\\u0061","b":1e3,"c":12345678901234567}}', []],
  ])("keeps in its key what is no plain value of a variable: %s", (text, values) => {
    expect(liftValues(text)?.values).toEqual(values);
  });
});
