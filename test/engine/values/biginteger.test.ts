import { describe, expect, it } from "vitest";
import { canonicalBigInteger, compareBigIntegers } from "../../../engine/values/biginteger.ts";
import { fc } from "../../support/fast-check.ts";

describe("canonicalBigInteger", () => {
  it.each([
    ["5", "5"],
    ["+5", "5"],
    ["007", "7"],
    ["-007", "-7"],
    ["-0", "0"],
    ["000", "0"],
    [" 12\n", "12"],
    ["9223372036854775808", "9223372036854775808"],
  ])("writes %j as %s", (text, expected) => {
    expect(canonicalBigInteger(text)).toBe(expected);
  });

  it.each(["", "+", "1.5", "1e21", "1 2", "0x10", "abc", "٣"])("refuses %j", (text) => {
    expect(canonicalBigInteger(text)).toBeNull();
  });
});

describe("compareBigIntegers", () => {
  it("orders canonical texts as the numbers they stand for", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
        expect(Math.sign(compareBigIntegers(`${a}`, `${b}`))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });
});
