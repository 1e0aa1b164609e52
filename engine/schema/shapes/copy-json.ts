import type { Json } from "../../values/value.ts";
import { isRecord } from "./record.ts";

const MAX_DEPTH = 100;

/** A frozen copy; undefined for values that are not JSON or are nested deeper than 100 levels. */
export function copyJson(value: unknown, depth = 0): Json | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : undefined;
    case "object":
      if (value === null) return null;
      return depth < MAX_DEPTH ? copyParts(value, depth + 1) : undefined;
    default:
      return undefined;
  }
}

function copyParts(value: object, depth: number): Json | undefined {
  const entries = Object.entries(value).map(([key, part]) => [key, copyJson(part, depth)] as const);
  if (entries.some(([, part]) => part === undefined)) return undefined;
  return Object.freeze(isRecord(value) ? Object.fromEntries(entries) : entries.map(([, part]) => part)) as Json;
}
