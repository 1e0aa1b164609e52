import type { ScalarAttribute } from "../../../engine/internal.ts";
import type { Draw } from "./draw.ts";
import { kebabOf } from "./texts/names.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Two years. */
const SPREAD = 730;
/** Unique days stay within years of four digits. */
const DAYS = 700_000;

const AHEAD = /(^|-)(start|begin|end|until|due|deadline|expir\w*|valid-?(to|until)|event|next|opens?|closes?)(-|$)/;
const BIRTH = /(^|-)(birth|birthday|date-of-birth|dob|born)(-|$)/;

/**
 * The first of the days to draw from, and their number: two years before the day of the galley's clock; for future
 * dates, the year after it; for births, adults' birthdays.
 */
function daysFor({ now, path }: Draw): { readonly first: number; readonly count: number } {
  const name = kebabOf(path.at(-1) ?? "");
  const today = Math.floor(now / DAY);
  if (BIRTH.test(name)) return { first: today - 25_000, count: 18_000 };
  if (AHEAD.test(name)) return { first: today + 1, count: 365 };
  return { first: today - SPREAD, count: SPREAD };
}

/** `YYYY-MM-DD` */
export function dateValue({ unique }: ScalarAttribute, draw: Draw): string {
  const { first, count } = daysFor(draw);
  const day = unique ? first + (draw.serial % DAYS) : first + draw.random.below(count);
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** `HH:mm:ss.SSS`, at a quarter of an hour between six and ten in the evening unless it is unique. */
export function timeValue({ unique }: ScalarAttribute, { random, serial }: Draw): string {
  const time = unique ? serial % DAY : (6 * 4 + random.below(16 * 4)) * 15 * MINUTE;
  return new Date(time).toISOString().slice(11, 23);
}

/** ISO 8601, at a half hour between eight and ten in the evening unless it is unique. */
export function instantValue({ unique }: ScalarAttribute, draw: Draw): string {
  const { first, count } = daysFor(draw);
  const { random, serial } = draw;
  if (unique) return new Date(first * DAY + serial * MINUTE).toISOString();
  const day = first + random.below(count);
  return new Date(day * DAY + (8 * 2 + random.below(14 * 2)) * 30 * MINUTE).toISOString();
}
