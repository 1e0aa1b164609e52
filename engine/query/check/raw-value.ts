import { isDate } from "../../runtime/brands.ts";
import { Parameter, type Single } from "./template/parameter.ts";

/** An object as the caller wrote it: names with nested values. */
export type RawObject = { readonly [name: string]: unknown };

/** Lists, dates, parameters and null do not count as objects here. */
export function isRawObject(value: unknown): value is RawObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isSingle(value);
}

export function isSingle(value: unknown): value is Single | Parameter {
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
    case "bigint":
      return true;
    default:
      return isDate(value) || value instanceof Parameter;
  }
}

/** `true`, `t`, `1` and their opposites, as texts or values; null for anything else (reads, §9 and §11). */
export function flagOf(value: unknown): boolean | null {
  switch (value) {
    case true:
    case "true":
    case "t":
    case "1":
    case 1:
      return true;
    case false:
    case "false":
    case "f":
    case "0":
    case 0:
      return false;
    default:
      return null;
  }
}

/** A value as shown in an error message: a text as it is, a structure as JSON. */
export function described(value: unknown): string {
  return isSingle(value) ? String(value) : quoted(value);
}

/** A value as JSON, or the name of its type if it has no JSON form. */
export function quoted(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    // A cycle, a bigint, or too deeply nested.
    return typeof value;
  }
}
