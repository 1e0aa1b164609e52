import { describe, expect, it } from "vitest";
import { parseTodoId } from "../../../../transport/parts/todo/todo-id.ts";

describe("parseTodoId", () => {
  it.each([
    ["1", 1],
    ["007", 7],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["9007199254740993", null],
    ["9223372036854775807", null],
    ["-9223372036854775808", null],
    ["0", null],
    ["-1", null],
  ])("reads %s", (text, number) => expect(parseTodoId(text)).toEqual({ text, number }));

  it.each([
    "",
    "abc",
    "1.5",
    "1e3",
    "0x10",
    "+1",
    " 1",
    "1 ",
    "--1",
    "١",
    "%zz",
    "9223372036854775808",
    "1".repeat(99),
  ])("refuses %j", (text) => expect(() => parseTodoId(text)).toThrow("64-bit integer"));

  it("quotes only a short part of refused input", () => {
    expect(() => parseTodoId("x".repeat(10_000))).toThrow(/^.{1,120}$/u);
  });
});
