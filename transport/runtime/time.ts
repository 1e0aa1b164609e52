/** Milliseconds since 1970, a text that `Date` reads, or a date. */
export type Time = number | string | Date;

/** @throws TypeError for what is no time. */
export function epochMilliseconds(time: Time): number {
  if (isTime(time)) return readTime(time);
  throw new TypeError(`${JSON.stringify(time)} is no time: give milliseconds since 1970, an ISO 8601 text or a Date`);
}

export function isTime(value: unknown): value is Time {
  const milliseconds = readTime(value);
  return Number.isSafeInteger(milliseconds) && Math.abs(milliseconds) <= LAST;
}

/** Whatever a caller without types may have given. */
function readTime(time: unknown): number {
  if (typeof time === "string" || time instanceof Date) return new Date(time).getTime();
  return typeof time === "number" ? time : Number.NaN;
}

/** What a `Date` can be at most. */
const LAST = 8.64e15;
