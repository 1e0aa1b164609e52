import { parseDatetime } from "./datetime.ts";
import type { ScalarFault } from "./scalar-fault.ts";

/** Furthest moment from 1970 that a Date can represent, in milliseconds. */
const FURTHEST = 8.64e15;

/**
 * A point in time as text of whole epoch milliseconds. Unlike for a datetime, an integer is never a date, so the normal
 * form parses as itself.
 */
export function parseTimestamp(value: unknown): string | ScalarFault {
  const text = typeof value === "number" || typeof value === "string" ? String(value) : "";
  if (/^-?\d+$/.test(text) && Math.abs(Number(text)) <= FURTHEST) return String(Number(text));
  const parsed = parseDatetime(value);
  return typeof parsed === "string" ? String(Date.parse(parsed)) : parsed;
}
