import { describe, expect, it } from "vitest";
import { jsonFault } from "../../../../../transport/strapi/project/files/json-fault.ts";

describe("jsonFault", () => {
  it.each([
    ["", "unexpected end at line 1, column 1"],
    ["\n\n ", "unexpected end at line 3, column 2"],
    ['{\n  "a": 1,\n}', 'unexpected "}" at line 3, column 1'],
    ['{"a" 1}', 'unexpected "1" at line 1, column 6'],
    ["{'a': 1}", `unexpected "'" at line 1, column 2`],
    ["{a: 1}", 'unexpected "a" at line 1, column 2'],
    ["[1 2]", 'unexpected "2" at line 1, column 4'],
    ["[1,]", 'unexpected "]" at line 1, column 4'],
    ["[1}", 'unexpected "}" at line 1, column 3'],
    ["[] []", 'unexpected "[" at line 1, column 4'],
    ["01", 'unexpected "1" at line 1, column 2'],
    ["tru", 'unexpected "t" at line 1, column 1'],
    ["[NaN]", 'unexpected "N" at line 1, column 2'],
    ['"abc', "unexpected end at line 1, column 5"],
    ['["a\nb"]', 'unexpected "\\n" at line 1, column 4'],
    ['"a\\x"', 'unexpected "\\\\" at line 1, column 3'],
    ["// hi\n{}", 'unexpected "/" at line 1, column 1'],
  ])("finds the place in %j", (text, fault) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(jsonFault(text)).toBe(fault);
  });

  it("is not stopped by deep nesting", () => {
    expect(jsonFault("[".repeat(100_000))).toBe("unexpected end at line 1, column 100001");
  });
});
