import type { Attribute } from "../../../engine/internal.ts";
import { isDate, isInteger } from "../../json-server/scalar-type.ts";

/** Whether an attribute can hold a value of a row unchanged. */
export function isFitting(attribute: Attribute, value: unknown): boolean {
  if (attribute.kind !== "scalar") return false;
  switch (attribute.type) {
    case "integer":
      return isInteger(value);
    case "float":
    case "decimal":
      return typeof value === "number";
    case "biginteger":
      return typeof value === "string" ? /^-?\d+$/.test(value) : Number.isSafeInteger(value);
    case "boolean":
      return typeof value === "boolean";
    case "date":
      return isDate(value);
    case "datetime":
      return typeof value === "string" && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));
    case "json":
    case "blocks":
      return true;
    default:
      return typeof value === "string";
  }
}
