import { describe, expect, it } from "vitest";
import { parseTime } from "../../../engine/values/time.ts";

describe("parseTime", () => {
  it.each([
    ["10:30:15", "10:30:15.000"],
    ["10:30:15.1", "10:30:15.100"],
    ["23:59:59.999", "23:59:59.999"],
  ])("fills %s up to milliseconds", (text, expected) => {
    expect(parseTime(text)).toBe(expected);
  });

  it.each(["10:30", "10:30:15.1234", "24:00:00", "23:59:60", "9:05:00", "abc", ""])("refuses %j", (text) => {
    expect(parseTime(text)).toEqual({ fault: "Invalid time format, expected HH:mm:ss.SSS" });
  });

  it("names the type of a value that is not a text", () => {
    expect(parseTime(5)).toEqual({ fault: "Expected a string, got a number" });
  });
});
