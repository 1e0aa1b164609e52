import { describe, expect, it } from "vitest";
import { ask, refusal } from "../content.ts";

function operand(field: string, text: string): unknown {
  const { filter } = ask(`filters[${field}]=${encodeURIComponent(text)}`);
  return filter?.kind === "compare" ? filter.operand : filter;
}

describe("operands", () => {
  it.each([
    ["title", "10", "10"],
    ["title", " x ", " x "],
    ["title", "", ""],
    ["kind", "nosuch", "nosuch"],
    ["views", "2.0", 2],
    ["views", "02", 2],
    ["views", "0x2", 2],
    ["views", "1e1", 10],
    ["views", "+2", 2],
    ["views", " -7 ", -7],
    ["rating", "1.50", 1.5],
    ["big", "012", "12"],
    ["big", "+12", "12"],
    ["big", "123456789012345678901234567890", "123456789012345678901234567890"],
    ["featured", "t", true],
    ["featured", "0", false],
    ["featured", "", false],
    ["featured", "FALSE", true],
    ["date", "2024-01-01T10:00:00Z", "2024-01-01"],
    ["time", "08:00:00.5", "08:00:00.500"],
    ["instant", "2024-01-01T02:00:00+02:00", "2024-01-01T00:00:00.000Z"],
    ["instant", "1704067200000", "2024-01-01T00:00:00.000Z"],
    ["publishedAt", "2000-01-01", "2000-01-01T00:00:00.000Z"],
    ["moment", "2024-01-01", "1704067200000"],
    ["data", "42", "42"],
    ["data", '{"k": "v"}', '{"k":"v"}'],
    ["data", '"text"', "text"],
    ["data", "text", "text"],
  ])("of %s: %j is %j", (field, text, value) => {
    expect(operand(field, text)).toBe(value);
  });

  it("of text operators are the text as it is, whatever the field", () => {
    expect(ask("filters[views][$containsi]=1e1").filter).toMatchObject({ operator: "containsi", operand: "1e1" });
    expect(ask("filters[date][$startsWith]=2024").filter).toMatchObject({ operator: "startsWith", operand: "2024" });
  });

  it.each([
    ["views", ["abc", "", "true", "Infinity", "1_000"], "Invalid value at views, expected a number"],
    ["big", ["1.5", "abc", ""], "Invalid value at big, expected a whole number"],
  ])("of %s are refused with its name", (field, texts, message) => {
    const details = { key: field, path: field, source: "query", param: "filters" };
    for (const text of texts) {
      expect(refusal(`filters[${field}][$in]=${text}`)).toEqual({ code: "validation", message, details });
    }
  });

  it.each([
    ["date", "2024-1-1", "Invalid format, expected yyyy-MM-dd"],
    ["date", "2024-02-30", "Invalid date"],
    ["time", "8:00:00", "Invalid time format, expected HH:mm:ss.SSS"],
    ["instant", "x", "Invalid format, expected a timestamp or an ISO date"],
  ])("of %s: %j is refused", (field, text, message) => {
    expect(refusal(`filters[${field}]=${text}`)).toEqual({ code: "validation", message, details: {} });
  });

  it("are looked at after names, pages and sort orders", () => {
    expect(refusal("filters[views]=x&sort=title:up")?.message).toMatch(/^Invalid order/);
    expect(refusal("filters[views]=x&pagination[page]=x")?.message).toMatch(/^convertStart/);
    expect(refusal("filters[views]=x&pagination[withCount]=x")?.message).toMatch(/^Invalid value at views/);
  });
});
