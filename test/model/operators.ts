import type { Json } from "../../engine/internal.ts";
import { castOperand, compareValues, type FieldType, NEVER, textOf } from "./scalars.ts";
import { and, not, or, type Truth } from "./truth.ts";

/** The truth of one operator with what the query gives it, for the value of a field (reads, §5). */
export function truthOf(type: FieldType, operator: string, raw: unknown, value: Json): Truth {
  switch (operator) {
    case "$in":
      return or(listOf(raw).map((item) => isEqual(type, value, item)));
    case "$notIn":
      return not(truthOf(type, "$in", raw, value));
    case "$between": {
      const [low, high] = listOf(raw);
      return and([truthOf(type, "$gte", low, value), truthOf(type, "$lte", high, value)]);
    }
    case "$and":
      return and(listOf(raw).map((item) => truthOfConditions(type, item, value)));
    default:
      // A list given to an operator that takes one value: any of them may hold.
      return or(listOf(raw).map((item) => truthOfOne(type, operator, item, value)));
  }
}

/** The condition under the name of a field: a text, nothing, a list of texts, or operators side by side. */
export function truthOfConditions(type: FieldType, raw: unknown, value: Json): Truth {
  if (Array.isArray(raw)) return truthOf(type, "$in", raw, value);
  if (typeof raw !== "object" || raw === null) return truthOf(type, "$eq", raw, value);
  return and(Object.entries(raw).map(([operator, operand]) => truthOf(type, operator, operand, value)));
}

function truthOfOne(type: FieldType, operator: string, raw: unknown, value: Json): Truth {
  switch (operator) {
    case "$or":
      return truthOfConditions(type, raw, value);
    case "$not":
      return not(truthOfConditions(type, raw, value));
    case "$null":
      return (value === null) === isTrue(raw);
    case "$notNull":
      return (value !== null) === isTrue(raw);
    case "$eq":
      return raw === null ? value === null : isEqual(type, value, raw);
    case "$ne":
      return raw === null ? value !== null : not(isEqual(type, value, raw));
    case "$eqi":
      return raw === null ? value === null : textTruth(value, (text) => lower(text) === lower(String(raw)));
    case "$nei":
      return raw === null ? value !== null : textTruth(value, (text) => lower(text) !== lower(String(raw)));
    case "$lt":
      return ordered(type, value, raw, (order) => order < 0);
    case "$lte":
      return ordered(type, value, raw, (order) => order <= 0);
    case "$gt":
      return ordered(type, value, raw, (order) => order > 0);
    case "$gte":
      return ordered(type, value, raw, (order) => order >= 0);
    default:
      return textTruth(value, (text) => textMatches(operator, text, String(raw)));
  }
}

function textMatches(operator: string, text: string, sought: string): boolean {
  switch (operator) {
    case "$contains":
      return text.includes(sought);
    case "$notContains":
      return !text.includes(sought);
    case "$containsi":
      return lower(text).includes(lower(sought));
    case "$notContainsi":
      return !lower(text).includes(lower(sought));
    case "$startsWith":
      return text.startsWith(sought);
    case "$endsWith":
      return text.endsWith(sought);
    case "$startsWithi":
      return lower(text).startsWith(lower(sought));
    case "$endsWithi":
      return lower(text).endsWith(lower(sought));
  }
  throw new Error(`no operator ${operator}`);
}

function textTruth(value: Json, matches: (text: string) => boolean): Truth {
  return value === null ? null : matches(textOf(value));
}

function isEqual(type: FieldType, value: Json, raw: unknown): Truth {
  return ordered(type, value, raw, (order) => order === 0);
}

function ordered(type: FieldType, value: Json, raw: unknown, fits: (order: number) => boolean): Truth {
  if (value === null || raw === null) return null;
  const operand = castOperand(type, String(raw));
  return operand === NEVER ? false : fits(compareValues(type, value, operand));
}

function isTrue(raw: unknown): boolean {
  return raw !== null && !["false", "f", "0", ""].includes(String(raw));
}

function listOf(raw: unknown): readonly unknown[] {
  return Array.isArray(raw) ? raw : [raw];
}

/** Letter by letter, so that it does not matter what stands around one; both small sigmas are the same letter. */
export function lower(text: string): string {
  return [...text].map((letter) => (letter === "ς" ? "σ" : letter.toLowerCase())).join("");
}
