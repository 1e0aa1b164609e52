import type { ScalarFault } from "./scalar-fault.ts";

const TIME = /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/;

/** A time of day, `HH:mm:ss` with up to three digits of fraction, as `HH:mm:ss.SSS`. */
export function parseTime(value: unknown): string | ScalarFault {
  if (typeof value !== "string") return { fault: `Expected a string, got a ${typeof value}` };
  const match = TIME.exec(value);
  if (match === null) return { fault: "Invalid time format, expected HH:mm:ss.SSS" };
  const [, time, fraction = ""] = match;
  return `${time}.${fraction.padEnd(3, "0")}`;
}
