import { describe, expect, it } from "vitest";
import { parseDate } from "../../../engine/values/date.ts";

describe("parseDate", () => {
  it.each(["2024-02-29", "2024-02-29T10:00:00.000Z", "2024-02-291"])("takes the day that %s begins with", (text) => {
    expect(parseDate(text)).toBe("2024-02-29");
  });

  it.each(["2023-02-29", "1900-02-29", "2024-04-31"])("refuses %s, a day that is not in the calendar", (text) => {
    expect(parseDate(text)).toEqual({ fault: "Invalid date" });
  });

  it.each(["on 2024-01-01", "2024-1-1", "2024-13-01", "01/02/2024", "abc", "", 5, true, {}, ["2024-01-01"]])(
    "refuses %j",
    (value) => {
      expect(parseDate(value)).toEqual({ fault: "Invalid format, expected yyyy-MM-dd" });
    },
  );
});
