import type { Ordering, SortingKey } from "../../indexes/sorting/ordering.ts";
import type { ScalarType } from "../../schema/attribute.ts";
import { compareBigIntegers } from "../../values/biginteger.ts";
import type { Value } from "../../values/value.ts";

/** Order of two values of one type that are not null; below zero when the left one comes first. */
export type ValueOrder = (left: Value, right: Value) => number;

/** The total order of an attribute type's values (reads, §6 and §8). */
export function orderOf(type: ScalarType): ValueOrder {
  switch (type) {
    case "integer":
    case "float":
    case "decimal":
      return (left, right) => numberOf(left) - numberOf(right);
    case "biginteger":
    case "timestamp":
      return (left, right) => compareBigIntegers(String(left), String(right));
    case "boolean":
      return (left, right) => Number(left) - Number(right);
    case "date":
    case "time":
    case "datetime":
      // Digits and signs only, for which code units are code points.
      return (left, right) => (left === right ? 0 : textOf(left) < textOf(right) ? -1 : 1);
    case "json":
    case "blocks":
      return (left, right) => compareCodePoints(jsonText(left), jsonText(right));
    default:
      return (left, right) => compareCodePoints(textOf(left), textOf(right));
  }
}

/** The same order, with what it is the order of. */
export function orderingOf(type: ScalarType): Ordering {
  return { compare: orderOf(type), key: sortingKeyOf(type) };
}

function sortingKeyOf(type: ScalarType): SortingKey | null {
  switch (type) {
    case "integer":
    case "float":
    case "decimal":
    case "boolean":
      return NUMBERS;
    case "biginteger":
    case "timestamp":
      return null;
    case "json":
    case "blocks":
      return JSON_TEXTS;
    default:
      return TEXTS;
  }
}

const NUMBERS: SortingKey = { kind: "number", of: numberOf };
const TEXTS: SortingKey = { kind: "text", of: textOf };
const JSON_TEXTS: SortingKey = { kind: "text", of: jsonText };

/** A number as a rule: to convert one takes longer than to compare two. */
function numberOf(value: Value): number {
  return typeof value === "number" ? value : Number(value);
}

function textOf(value: Value): string {
  return typeof value === "string" ? value : String(value);
}

/** Types whose values are in another order than their texts. */
const NOT_AS_TEXTS: ReadonlySet<ScalarType> = new Set([
  "integer",
  "float",
  "decimal",
  "biginteger",
  "timestamp",
  "boolean",
]);

/** Whether the values of a type are in the order of their texts. */
export function isTextOrdered(type: ScalarType): boolean {
  return !NOT_AS_TEXTS.has(type);
}

/** A json or blocks value as the text it is compared by: compact JSON. */
export function jsonText(value: Value): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Order by code points, which is not that of UTF-16 units where surrogates meet other characters. */
export function compareCodePoints(left: string, right: string): number {
  if (left === right) return 0;
  const shorter = Math.min(left.length, right.length);
  for (let at = 0; at < shorter; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return afterSurrogates(a) - afterSurrogates(b);
  }
  return left.length - right.length;
}

/** Moves surrogates behind every other unit, where their code points belong. */
function afterSurrogates(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
