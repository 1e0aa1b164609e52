import type { Issue } from "../../error.ts";
import { isRecord } from "../../schema/shapes/record.ts";
import { faultAt, type Path } from "../path.ts";

/** The expected type, in words. */
export type TypeWord = "string" | "number" | "boolean" | "array" | "object";

/** NaN is not a number here. */
export function isOfType(value: unknown, word: TypeWord): boolean {
  switch (word) {
    case "string":
      return typeof value === "string";
    case "number":
      return typeof value === "number" && !Number.isNaN(value);
    case "boolean":
      return typeof value === "boolean";
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
  }
}

/** The value does not have the type, whatever the conversion made of what was sent (writes, §6). */
export function typeFault(path: Path, type: TypeWord, value: unknown, sent: unknown): Issue {
  const converted = sent !== null && sent !== undefined && !Object.is(sent, value);
  const origin = converted ? ` (cast from the value \`${print(sent)}\`).` : ".";
  return faultAt(path, `must be a \`${type}\` type, but the final value was: \`${print(value)}\`${origin}`, value);
}

/** A message shows no more of a value than a person can read. */
const PRINTED = 2000;

/** Texts in quotes; in lists and objects, each leaf is printed first and then written as a JSON text. */
function print(value: unknown): string {
  const text = printLeaf(value) ?? JSON.stringify(value, (_, part) => printLeaf(part) ?? part, 2);
  return text.length > PRINTED ? `${text.slice(0, PRINTED)}…` : text;
}

function printLeaf(value: unknown): string | null {
  if (typeof value === "object" && value !== null) return null;
  return typeof value === "string" ? `"${value}"` : String(value);
}
