import { describe, expect, it } from "vitest";
import { readBack } from "../../../engine/write/read-back.ts";

describe("readBack", () => {
  it.each([
    [true, 1],
    [false, 0],
    ["5", 5],
    ['{"a":[1]}', { a: [1] }],
    ["null", null],
    ['"5"', 5],
    ['"q"', '"q"'],
    ["", ""],
    ["plain", "plain"],
    [
      { a: "5", b: true },
      { a: "5", b: true },
    ],
    [null, null],
  ])("%j becomes %j", (value, read) => {
    expect(readBack(value)).toEqual(read);
  });

  it("leaves a text that is nested as no data may be", () => {
    const text = "[".repeat(5000) + "]".repeat(5000);
    expect(readBack(text)).toBe(text);
  });
});
