import type { AnyModel, Json, ScalarType } from "../../engine/internal.ts";

export type FieldType = ScalarType | "id";

/** The type of a field by its name: an attribute, the identity or one of the dates. */
export function fieldType(model: AnyModel, name: string): FieldType {
  if (name === "id") return "id";
  if (name === "documentId") return "string";
  if (name === "createdAt" || name === "updatedAt" || name === "publishedAt") return "datetime";
  const attribute = model.attributes.get(name);
  if (attribute?.kind !== "scalar") throw new Error(`${model.uid} has no field ${name}`);
  return attribute.type;
}

/** An operand that no value of the field can be equal to. */
export const NEVER = Symbol("never");

/** The text of a query as a value of the field (reads, §6). */
export function castOperand(type: FieldType, text: string): Json | typeof NEVER {
  switch (type) {
    case "id":
      return /^\d+$/.test(text) ? Number(text) : NEVER;
    case "integer":
    case "float":
    case "decimal":
      return Number(text);
    case "biginteger":
      return BigInt(text.trim().replace(/^\+/, "")).toString();
    case "boolean":
      return !["false", "f", "0", ""].includes(text);
    case "date":
      return text.slice(0, 10);
    case "time": {
      const [whole = "", fraction = ""] = text.split(".");
      return `${whole}.${fraction.padEnd(3, "0")}`;
    }
    case "datetime":
      return instantOf(text).toISOString();
    case "timestamp":
      return String(instantOf(text).getTime());
    case "json":
    case "blocks":
      return compact(text);
    default:
      return text;
  }
}

/** Without an offset the time is in UTC. */
function instantOf(text: string): Date {
  if (/^\d{8,}$/.test(text)) return new Date(Number(text));
  return new Date(/T/.test(text) && !/(Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text);
}

function compact(text: string): string {
  try {
    return textOf(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The text that a value is searched in, and that json is compared by. */
export function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Order of two values of a field that are not null: below, at or above zero (reads, §5, §6 and §8). */
export function compareValues(type: FieldType, left: Json, right: Json): number {
  switch (type) {
    case "id":
    case "integer":
    case "float":
    case "decimal":
    case "boolean":
      return inOrder(Number(left), Number(right));
    case "biginteger":
    case "timestamp":
      return inOrder(BigInt(String(left)), BigInt(String(right)));
    default:
      return compareTexts(textOf(left), textOf(right));
  }
}

function compareTexts(left: string, right: string): number {
  const [a, b] = [codePoints(left), codePoints(right)];
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = inOrder(a[at] ?? 0, b[at] ?? 0);
    if (order !== 0) return order;
  }
  return inOrder(a.length, b.length);
}

function codePoints(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) ?? 0);
}

function inOrder<T extends number | bigint>(left: T, right: T): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
