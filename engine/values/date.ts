import { daysInMonth } from "./calendar.ts";
import type { ScalarFault } from "./scalar-fault.ts";

const LEADING_DATE = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/;

/** The day that a text begins with, as `YYYY-MM-DD`; what follows it is dropped. */
export function parseDate(value: unknown): string | ScalarFault {
  const match = typeof value === "string" ? LEADING_DATE.exec(value) : null;
  if (match === null) return { fault: "Invalid format, expected yyyy-MM-dd" };
  const [date, year, month, day] = match;
  return Number(day) > daysInMonth(Number(year), Number(month)) ? { fault: "Invalid date" } : date;
}
