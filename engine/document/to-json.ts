import { isDate } from "../runtime/brands.ts";
import type { Json } from "../values/value.ts";

/** A deep copy that equals the value after a round trip through JSON. */
export function toJson(value: unknown): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? withoutNegativeZero(value) : null;
    case "bigint":
      return String(value);
    case "object":
      return value === null ? null : copyObject(value);
    default:
      return null;
  }
}

export function withoutNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}

function copyObject(value: object): Json {
  if (Array.isArray(value)) return value.map(toJson);
  if (isDate(value)) return value.toJSON();
  const entries = Object.entries(value).filter(([, part]) => part !== undefined && typeof part !== "function");
  return Object.fromEntries(entries.map(([key, part]) => [key, toJson(part)]));
}
