import { isKeptExactly, type Json, type ScalarType } from "../../../../engine/internal.ts";

/**
 * The value of an entity line in its stored form: databases return different forms for the same type. An invalid value
 * stays as it is, for the check that follows.
 */
export function storedValue(type: ScalarType, value: Json): Json {
  return value === null ? null : (FORMS[type]?.(value) ?? value);
}

const FORMS: { readonly [T in ScalarType]?: (value: Json) => Json | undefined } = {
  biginteger: wholeText,
  timestamp: wholeText,
  integer: numberOf,
  float: numberOf,
  decimal: numberOf,
  boolean: (value) => (value === 1 ? true : value === 0 ? false : undefined),
  date: (value) => matchOf(/^(\d{4}-\d\d-\d\d)T/, value),
  time: (value) => timeOf(value),
  datetime: (value) => instantOf(value),
};

function wholeText(value: unknown): string | undefined {
  return Number.isInteger(value) || typeof value === "bigint" ? String(value) : undefined;
}

/** Some databases return decimals and bigints as text. */
function numberOf(value: Json): number | undefined {
  const isNumber = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) && isKeptExactly(value);
  return isNumber ? Number(value) : undefined;
}

function timeOf(value: Json): string | undefined {
  const [, time, fraction = ""] = typeof value === "string" ? (/^(\d\d:\d\d:\d\d)(?:\.(\d+))?$/.exec(value) ?? []) : [];
  return time === undefined ? undefined : `${time}.${fraction.slice(0, 3).padEnd(3, "0")}`;
}

/** An instant in any notation of ISO 8601, or in epoch milliseconds. */
export function instantOf(value: Json): string | undefined {
  const isInstant =
    typeof value === "number" || (typeof value === "string" && /^[+-]?\d{4,6}-\d\d-\d\d[T ]/.test(value));
  const instant = isInstant ? new Date(value) : undefined;
  return instant === undefined || Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

function matchOf(pattern: RegExp, value: Json): string | undefined {
  return typeof value === "string" ? pattern.exec(value)?.[1] : undefined;
}
