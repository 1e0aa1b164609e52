import { daysInMonth, epochOfDay, isLeapYear } from "./calendar.ts";
import type { ScalarFault } from "./scalar-fault.ts";

const FAULT: ScalarFault = { fault: "Invalid format, expected a timestamp or an ISO date" };

/** The normal form has four digits for the year. */
const EARLIEST = epochOfDay(0, 1, 1);
const LATEST = epochOfDay(10_000, 1, 1) - 1;

/**
 * A point in time as `YYYY-MM-DDTHH:mm:ss.SSSZ`.
 *
 * Parses ISO 8601 in the extended and the basic form, and whole epoch milliseconds if that does not match: so `2024` is a
 * year and `123` is a time in 1970. Without an offset the time is in UTC. Anything finer than milliseconds is truncated.
 */
export function parseDatetime(value: unknown): string | ScalarFault {
  if (typeof value !== "string" && typeof value !== "number") return FAULT;
  const text = String(value);
  const epoch = epochOfIso(text) ?? epochOfDigits(text);
  if (epoch === null || !(epoch >= EARLIEST && epoch <= LATEST)) return FAULT;
  return new Date(epoch).toISOString();
}

function epochOfDigits(text: string): number | null {
  return /^-?\d+$/.test(text) ? Number(text) : null;
}

/** Date, then a time and an offset, which may both be absent. */
const ISO = /^([\dW-]+)(?:[T ]([\d:.,]*))?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

function epochOfIso(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, date = "", clock = "", zone = "Z"] = match;
  const day = epochOfDate(date);
  const time = clock === "" ? 0 : millisecondsOfClock(clock);
  const offset = millisecondsOfOffset(zone);
  return day === null || time === null || offset === null ? null : day + time - offset;
}

/** Century, year, month, day, day of the year, or week with its day. */
const DATE = /^(?:(\d{2})|(\d{4})(?:-?(?:(\d{3})|(\d{2})(?:-?(\d{2}))?|W(\d{2})(?:-?(\d))?))?)$/;

function epochOfDate(text: string): number | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const [, century, fullYear, ordinal, month = "1", day = "1", week, weekday = "1"] = match;
  const year = century === undefined ? Number(fullYear) : Number(century) * 100;
  if (ordinal !== undefined) return epochOfOrdinal(year, Number(ordinal));
  if (week !== undefined) return epochOfWeekday(year, Number(week), Number(weekday));
  const exists = Number(day) >= 1 && Number(day) <= daysInMonth(year, Number(month));
  return exists ? epochOfDay(year, Number(month), Number(day)) : null;
}

function epochOfOrdinal(year: number, day: number): number | null {
  return day >= 1 && day <= (isLeapYear(year) ? 366 : 365) ? epochOfDay(year, 1, day) : null;
}

/** Week 1 is the one with 4 January in it; weeks begin on Monday. */
function epochOfWeekday(year: number, week: number, weekday: number): number | null {
  if (week < 1 || week > 53 || weekday < 1 || weekday > 7) return null;
  const weekdayOfFourth = new Date(epochOfDay(year, 1, 4)).getUTCDay() || 7;
  return epochOfDay(year, 1, 4 - weekdayOfFourth + (week - 1) * 7 + weekday);
}

/** Hours, minutes and seconds; the last one given may have a fraction. */
const CLOCK = /^(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?(?:[.,](\d*))?$/;

function millisecondsOfClock(text: string): number | null {
  const match = CLOCK.exec(text);
  if (match === null) return null;
  const [, hours, minutes, seconds, fraction = ""] = match;
  if (Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) return null;
  const unit = seconds !== undefined ? 1000 : minutes !== undefined ? 60_000 : 3_600_000;
  // Nine digits times an hour is still an exact number.
  const rest = Math.floor((Number(fraction.slice(0, 9).padEnd(9, "0")) * unit) / 1e9);
  const time = Number(hours) * 3_600_000 + Number(minutes ?? 0) * 60_000 + Number(seconds ?? 0) * 1000 + rest;
  return time <= 86_400_000 ? time : null;
}

function millisecondsOfOffset(text: string): number | null {
  if (text === "Z") return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(":", "") || 0);
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
