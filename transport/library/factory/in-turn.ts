import type { AnyModel, Attribute, UnknownRecord } from "../../../engine/internal.ts";
import { kebabOf } from "./texts/names.ts";

/** Pairs of words in names: the first's value never comes after the last's. */
const PAIRS: readonly (readonly [first: string, last: string])[] = [
  ["start", "end"],
  ["starts", "ends"],
  ["begin", "end"],
  ["from", "to"],
  ["from", "until"],
  ["min", "max"],
  ["minimum", "maximum"],
  ["lowest", "highest"],
  ["open", "close"],
  ["opens", "closes"],
  ["opening", "closing"],
  ["check-in", "check-out"],
  ["departure", "arrival"],
  ["created", "updated"],
  ["price", "old-price"],
  ["price", "original-price"],
  ["price", "regular-price"],
  ["price", "compare-at-price"],
  ["sale-price", "price"],
  ["discount-price", "price"],
  ["discounted-price", "price"],
  ["special-price", "price"],
  ["sale-price", "regular-price"],
  ["member-price", "non-member-price"],
];

/** The same data, in which no end comes before its start: made values change places, or follow the given one. */
export function inTurn(model: AnyModel, data: UnknownRecord, given: UnknownRecord): UnknownRecord {
  const changed: { [name: string]: unknown } = { ...data };
  const byName = new Map([...model.attributes.values()].map((attribute) => [kebabOf(attribute.name), attribute]));
  for (const [name, first] of byName) {
    for (const [one, other] of PAIRS) {
      const last = byName.get(replaced(name, one, other));
      if (last === undefined || last === first || !areAlike(first, last)) continue;
      const [low, high] = [changed[first.name], changed[last.name]];
      const isMade = ![first, last].some(({ name: own }) => Object.hasOwn(given, own));
      if (isMade && one !== "created" && isTime(first)) {
        changed[last.name] = soonAfter(low, high) ?? high;
        continue;
      }
      if (!isBefore(high, low)) continue;
      if (!Object.hasOwn(given, first.name)) changed[first.name] = high;
      if (!Object.hasOwn(given, last.name)) changed[last.name] = low;
    }
  }
  return changed;
}

const DAY = 86_400_000;

function isTime(attribute: Attribute): boolean {
  return attribute.kind === "scalar" && (attribute.type === "date" || attribute.type === "datetime");
}

/** The end of what begins at a time: within three days of it. Null for values that are no times. */
function soonAfter(start: unknown, drawn: unknown): string | null {
  const [from, to] = [Date.parse(String(start)), Date.parse(String(drawn))];
  if (Number.isNaN(from) || Number.isNaN(to)) return null;
  const isDate = !String(start).includes("T");
  const within = isDate ? 3 * DAY : 2 * DAY + DAY / 2;
  const gap = Math.abs(to - from) % within;
  const end = new Date(from + (isDate ? gap : Math.max(3_600_000, gap - (gap % 1_800_000)))).toISOString();
  return isDate ? end.slice(0, 10) : end;
}

/** `start-date` → `end-date` */
function replaced(name: string, one: string, other: string): string {
  return `-${name}-`.replace(`-${one}-`, `-${other}-`).slice(1, -1);
}

/** Of one type and with the same limits, so that they may exchange values. */
function areAlike(one: Attribute, other: Attribute): boolean {
  if (one.kind !== "scalar" || other.kind !== "scalar" || one.unique || other.unique) return false;
  return one.type === other.type && one.min === other.min && one.max === other.max;
}

function isBefore(one: unknown, other: unknown): boolean {
  if (typeof one === "number" && typeof other === "number") return one < other;
  return typeof one === "string" && typeof other === "string" && /^\d/.test(one) && /^\d/.test(other) && one < other;
}
