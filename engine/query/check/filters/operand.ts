import { isDate } from "../../../runtime/brands.ts";
import { canonicalBigInteger } from "../../../values/biginteger.ts";
import { parseDate } from "../../../values/date.ts";
import { parseDatetime } from "../../../values/datetime.ts";
import type { ScalarFault } from "../../../values/scalar-fault.ts";
import { parseTime } from "../../../values/time.ts";
import type { Operand } from "../../query.ts";
import type { FieldType } from "../field.ts";
import { type FieldPlace, reportOperand } from "../field-place.ts";
import { invalid } from "../refusal.ts";
import type { Single } from "../template/parameter.ts";

/**
 * Converts an operand, a text from the query or a typed value, to the normal form of the field's values (reads, §6).
 * Undefined if no value of the field can be equal to it; if that is the caller's fault, the fault is recorded.
 */
export function castOperand(field: FieldPlace, raw: Single): Operand | undefined {
  const operand = readOperand(field.type, raw);
  if (typeof operand !== "object") return operand;
  if ("expected" in operand) {
    reportOperand(field, field.name, `Invalid value at ${field.path}, expected ${operand.expected}`);
  } else {
    field.scope.context.faults.report("operand", () => invalid(operand.fault));
  }
  return undefined;
}

/** The fault of an operand that does not fit its type. */
export type Misfit = ScalarFault | { readonly expected: string };

/** Converts an operand for a type of field, without recording faults. */
export function readOperand(type: FieldType, raw: Single): Exclude<Operand, null> | Misfit | undefined {
  switch (type) {
    case "id":
      return idOf(raw);
    case "integer":
    case "float":
    case "decimal":
      return numberOf(raw) ?? { expected: "a number" };
    case "biginteger":
      return canonicalBigInteger(textOf(raw)) ?? { expected: "a whole number" };
    case "boolean":
      return truthOf(raw);
    case "date":
      return parseDate(textOf(raw));
    case "time":
      return parseTime(isDate(raw) ? textOf(raw).slice(11, 23) : textOf(raw));
    case "datetime":
      return instantOf(raw);
    case "timestamp": {
      const instant = instantOf(raw);
      return typeof instant === "string" ? String(Date.parse(instant)) : instant;
    }
    case "json":
    case "blocks":
      return jsonTextOf(textOf(raw));
    default:
      return textOf(raw);
  }
}

/** The text that the text operators search for. */
export function textOf(raw: Single): string {
  if (!isDate(raw)) return String(raw);
  return Number.isNaN(raw.getTime()) ? "Invalid Date" : raw.toISOString();
}

/** `f`, `false`, `0` and the empty text are false, any other text is true. */
export function truthOf(raw: Single): boolean {
  return !(raw === "" || raw === "f" || raw === "false" || raw === "0" || raw === false || raw === 0);
}

/** Digits only: other texts that convert to the same number are not numeric ids. */
function idOf(raw: Single): number | undefined {
  if (typeof raw === "number") return raw;
  const text = textOf(raw);
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function numberOf(raw: Single): number | null {
  if (typeof raw === "boolean" || isDate(raw)) return null;
  const text = String(raw).trim();
  const number = Number(text);
  return text !== "" && Number.isFinite(number) ? number : null;
}

/** A number is epoch milliseconds, but a text of digits is a date: `2024` is a year. */
function instantOf(raw: Single): string | ScalarFault {
  if (typeof raw !== "number") return parseDatetime(textOf(raw));
  return parseDatetime(textOf(new Date(raw)));
}

/** Compact JSON; a JSON string without its quotes. A text that is not JSON counts as such a string. */
function jsonTextOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : JSON.stringify(value);
  } catch {
    return text;
  }
}
