import { isKeptExactly } from "../../values/exact-number.ts";
import { isDeeperThan, MAX_DEPTH } from "../data.ts";

/**
 * Converts a value to the type of its attribute (writes, §7). A value that cannot be converted is returned as it is,
 * or as NaN for numbers; the caller reports it.
 */

const DECIMAL = /^[+-]?[\d.]+(?:e[+-]?\d+)?$/i;

/** Ignores white space around texts; of a list, takes the first number. */
export function toNumber(value: unknown): unknown {
  if (typeof value === "number") return value;
  if (Array.isArray(value)) return Number.parseFloat(leafText(value));
  if (typeof value !== "string") return Number.NaN;
  const digits = value.replace(/\s/g, "");
  if (digits === "") return Number.NaN;
  const number = Number(digits);
  // A text that would lose digits stays a text, and is refused.
  return Number.isSafeInteger(number) || !Number.isInteger(number) || !DECIMAL.test(digits) || isKeptExactly(digits)
    ? number
    : value;
}

export function toBoolean(value: unknown): unknown {
  const text = typeof value === "boolean" ? "" : wholeText(value).toLowerCase();
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  return value;
}

export function toText(value: unknown): unknown {
  return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint" ? String(value) : value;
}

/** JSON text of a list counts as the list; any other text becomes null. */
export function toList(value: unknown): unknown {
  const list = typeof value === "string" ? parseJson(value) : value;
  return Array.isArray(list) ? list : null;
}

/** JSON text of an object counts as the object; anything else becomes null. */
export function toRecord(value: unknown): unknown {
  const record = typeof value === "string" ? parseJson(value) : value;
  return typeof record === "object" && !Array.isArray(record) ? record : null;
}

/** Text of a list with one leaf, or of the leaf itself. */
function wholeText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? wholeText(value[0]) : "";
  return leafText(value);
}

function leafText(value: unknown): string {
  if (Array.isArray(value)) return leafText(value[0]);
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

/** Null if it is not JSON, or is nested too deep. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(value, MAX_DEPTH) ? null : value;
  } catch {
    return null;
  }
}
