import { isDate } from "../../engine/internal.ts";

/** Milliseconds since 1970, a text that `Date` parses, or a date. */
export type Time = number | string | Date;

/** @throws TypeError for an invalid time. */
export function epochMilliseconds(time: Time): number {
  if (isTime(time)) return readTime(time);
  throw new TypeError(
    `${JSON.stringify(time)} is not a time from 1970 to 9999: give milliseconds since 1970, an ISO 8601 string or a Date`,
  );
}

export function isTime(value: unknown): value is Time {
  const milliseconds = readTime(value);
  return Number.isSafeInteger(milliseconds) && milliseconds >= 0 && milliseconds <= LAST;
}

/** Any value, from callers without types. */
function readTime(time: unknown): number {
  if (typeof time === "string" || isDate(time)) return new Date(time).getTime();
  return typeof time === "number" ? time : Number.NaN;
}

/** The range that stored content can hold: years have four digits. */
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** The nearest time that stored content can hold. */
export function withinTimes(milliseconds: number): number {
  return Math.min(Math.max(milliseconds, 0), LAST);
}
