import type { ScalarAttribute } from "../../../engine/internal.ts";
import type { Draw } from "./draw.ts";

const START = Date.UTC(2024, 0, 1);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Unique days stay within years of four digits. */
const DAYS = 2_500_000;

/** `YYYY-MM-DD` */
export function dateValue({ unique }: ScalarAttribute, { random, serial }: Draw): string {
  const days = unique ? serial % DAYS : random.below(730);
  return new Date(START + days * DAY).toISOString().slice(0, 10);
}

/** `HH:mm:ss.SSS` */
export function timeValue({ unique }: ScalarAttribute, { random, serial }: Draw): string {
  const time = unique ? serial % DAY : random.below(24 * 60) * MINUTE;
  return new Date(START + time).toISOString().slice(11, 23);
}

/** ISO 8601. */
export function instantValue({ unique }: ScalarAttribute, { random, serial }: Draw): string {
  const minutes = unique ? serial : random.below(730 * 24 * 60);
  return new Date(START + minutes * MINUTE).toISOString();
}
