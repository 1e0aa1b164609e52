import { EngineError, isRecord, patternOf } from "../../../engine/internal.ts";
import type { Condition, SortBy } from "./list-params.ts";
import type { Row } from "./resource.ts";

/** Decides what no filter of the engine says: conditions below JSON values, patterns, a search in all values. */
export type RowTest = (row: Row) => boolean;

export function testOf({ path, operator, texts }: Condition): RowTest {
  const tests = operator === "like" ? texts.map((text) => patternTest(path, text)) : [];
  const holds = (value: unknown, text: string, at: number): boolean => {
    const own = String(value);
    switch (operator) {
      case "eq":
      case "in":
        return own === text;
      case "ne":
        return own !== text;
      case "like":
        return tests[at]?.(own) === true;
      case "contains":
        return own.toLowerCase().includes(text.toLowerCase());
      case "startsWith":
        return own.toLowerCase().startsWith(text.toLowerCase());
      case "endsWith":
        return own.toLowerCase().endsWith(text.toLowerCase());
      default:
        return isOrdered(operator, value, text);
    }
  };
  return (row) => {
    const value = valueAt(row, path);
    if (value === undefined || value === null) return false;
    const each = texts.map((text, at) => holds(value, text, at));
    return operator === "ne" ? each.every(Boolean) : each.some(Boolean);
  };
}

/** Numbers as numbers, all else as texts. */
function isOrdered(operator: "lt" | "lte" | "gt" | "gte", value: unknown, text: string): boolean {
  const difference = typeof value === "number" ? value - Number(text) : compareTexts(String(value), text);
  if (operator === "lt") return difference < 0;
  if (operator === "lte") return difference <= 0;
  return operator === "gt" ? difference > 0 : difference >= 0;
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A text in any value of a row, at any depth, whatever its case. */
export function searchOf(text: string): RowTest {
  const wanted = text.toLowerCase();
  const has = (value: unknown): boolean => {
    if (value === null || value === undefined || value === "" || value === 0 || value === false) return false;
    if (typeof value === "object") return Object.values(value).some(has);
    return String(value).toLowerCase().includes(wanted);
  };
  return (row) => has(row);
}

/** The value at `a.b.0`; the whole path may be one key, too. */
function valueAt(row: Row, path: string): unknown {
  if (Object.hasOwn(row, path)) return row[path];
  let value: unknown = row;
  for (const key of path.split(".")) {
    if ((!isRecord(value) && !Array.isArray(value)) || !Object.hasOwn(value, key)) return undefined;
    value = (value as Row)[key];
  }
  return value;
}

/** Rows without a value come last, or first in descending order. */
export function inOrder(rows: readonly Row[], sort: readonly SortBy[]): readonly Row[] {
  return [...rows].sort((one, other) => {
    for (const { path, isDescending } of sort) {
      const order = compare(valueAt(one, path), valueAt(other, path));
      if (order !== 0) return isDescending ? -order : order;
    }
    return 0;
  });
}

function compare(one: unknown, other: unknown): number {
  const [isNone, isOtherNone] = [one === undefined || one === null, other === undefined || other === null];
  if (isNone || isOtherNone) return Number(isNone) - Number(isOtherNone);
  if (typeof one === "number" && typeof other === "number") return one - other;
  return compareTexts(String(one), String(other));
}

/** In linear time. @throws EngineError `validation` */
function patternTest(path: string, text: string): (value: string) => boolean {
  const pattern = compiled(text);
  if (pattern === null)
    throw new EngineError("validation", `${path}_like is no regular expression that can be searched for`);
  return (value) => value.length <= pattern.maxLength && pattern.test(value);
}

function compiled(text: string): ReturnType<typeof patternOf> {
  try {
    return patternOf(new RegExp(text, "i"));
  } catch {
    return null;
  }
}
