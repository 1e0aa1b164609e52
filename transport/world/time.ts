/** Milliseconds since 1970, a text that `Date` reads, or a date. */
export type Time = number | string | Date;

/** @throws TypeError for what is no time. */
export function epochMilliseconds(time: Time): number {
  const milliseconds = typeof time === "number" ? time : new Date(time).getTime();
  if (Number.isSafeInteger(milliseconds) && Math.abs(milliseconds) <= LAST) return milliseconds;
  throw new TypeError(`${JSON.stringify(time)} is no time: give milliseconds since 1970, an ISO 8601 text or a Date`);
}

/** What a `Date` can be at most. */
const LAST = 8.64e15;
