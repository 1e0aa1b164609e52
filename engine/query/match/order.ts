import type { Ordering, SortingKey } from "../../indexes/sorting/ordering.ts";
import type { ScalarType } from "../../schema/attribute.ts";
import { compareBigIntegers } from "../../values/biginteger.ts";
import type { Value } from "../../values/value.ts";

/** Compares two values of one type that are not null; below zero if the left one comes first. */
export type ValueOrder = (left: Value, right: Value) => number;

/** The total order of an attribute type's values (reads, §6 and §8). */
export function orderOf(type: ScalarType): ValueOrder {
  switch (type) {
    case "integer":
    case "float":
    case "decimal":
      return compareNumbers;
    case "biginteger":
    case "timestamp":
      return (left, right) => compareBigIntegers(String(left), String(right));
    case "boolean":
      return (left, right) => Number(left) - Number(right);
    case "date":
    case "time":
    case "datetime":
      // Digits and signs only, for which code unit order is code point order.
      return (left, right) => (left === right ? 0 : textOf(left) < textOf(right) ? -1 : 1);
    case "json":
    case "blocks":
      return (left, right) => compareCodePoints(jsonText(left), jsonText(right));
    default:
      return (left, right) => compareCodePoints(textOf(left), textOf(right));
  }
}

/** The order with its sorting key. */
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

/** Most values are numbers already; converting one takes longer than comparing two. */
function numberOf(value: Value): number {
  return typeof value === "number" ? value : Number(value);
}

/** The difference of two numbers would be allocated on the heap wherever this is not inlined. */
function compareNumbers(left: Value, right: Value): number {
  const one = numberOf(left);
  const other = numberOf(right);
  return one < other ? -1 : one > other ? 1 : 0;
}

function textOf(value: Value): string {
  return typeof value === "string" ? value : String(value);
}

/** Types whose values are not ordered like their texts. */
const NOT_AS_TEXTS: ReadonlySet<ScalarType> = new Set([
  "integer",
  "float",
  "decimal",
  "biginteger",
  "timestamp",
  "boolean",
]);

/** Whether the values of a type are ordered like their texts. */
export function isTextOrdered(type: ScalarType): boolean {
  return !NOT_AS_TEXTS.has(type);
}

/** A json or blocks value as the text that it is compared by: compact JSON. */
export function jsonText(value: Value): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Compares by code points. This differs from UTF-16 code unit order where surrogates meet other characters. */
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

/** Moves surrogates after all other code units, where their code points belong. */
function afterSurrogates(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
