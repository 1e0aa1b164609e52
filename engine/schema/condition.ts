import { isRecord, type UnknownRecord } from "./shapes/record.ts";

/** Whether values that stand beside each other in an entry or component fulfil a condition. */
export type Condition = (values: UnknownRecord) => boolean;

/** A part of a compiled expression: its value among these values. */
type Term = (values: unknown) => unknown;

/**
 * Compiles an expression of JSON Logic (https://jsonlogic.com), in which Strapi writes when an attribute is shown, as
 * `{ "==": [{ "var": "kind" }, "event"] }`. Compares as JavaScript does; only an empty list differs, which is false.
 *
 * @throws UnknownOperator
 */
export function compileCondition(expression: unknown): Condition {
  const term = compile(expression);
  return (values) => isTrue(term(values));
}

/** An operator that no expression can use here. */
export class UnknownOperator extends Error {
  override readonly name = "UnknownOperator";
}

/** Lists and objects with one key are expressions, anything else is itself. */
function compile(expression: unknown): Term {
  if (Array.isArray(expression)) return all(expression.map(compile));
  const [operation, ...others] = isRecord(expression) ? Object.entries(expression) : [];
  if (operation === undefined || others.length > 0) return () => expression;
  const [name, operands] = operation;
  const operator = OPERATORS.get(name);
  if (operator === undefined) throw new UnknownOperator(name);
  const terms = all((Array.isArray(operands) ? operands : [operands]).map(compile));
  return (values) => operator(terms(values), values);
}

function all(terms: readonly Term[]): (values: unknown) => unknown[] {
  return (values) => terms.map((term) => term(values));
}

type Operator = (operands: readonly unknown[], values: unknown) => unknown;

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["var", ([path, fallback = null], values) => valueAt(values, path, fallback)],
  // biome-ignore lint/suspicious/noDoubleEquals: a missing value equals null, and 1 equals "1"
  ["==", ([a, b]) => a == b],
  // biome-ignore lint/suspicious/noDoubleEquals: as above
  ["!=", ([a, b]) => a != b],
  ["===", ([a, b]) => a === b],
  ["!==", ([a, b]) => a !== b],
  ["!", ([a]) => !isTrue(a)],
  ["!!", ([a]) => isTrue(a)],
  ["and", (operands) => operands.every(isTrue)],
  ["or", (operands) => operands.some(isTrue)],
  ["<", (operands) => ascends(operands, (a, b) => a < b)],
  ["<=", (operands) => ascends(operands, (a, b) => a <= b)],
  [">", ([a, b]) => ascends([b, a], (low, high) => low < high)],
  [">=", ([a, b]) => ascends([b, a], (low, high) => low <= high)],
  ["in", ([a, b]) => (Array.isArray(b) || typeof b === "string") && b.includes(a as string)],
]);

function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Each operand and the next; JavaScript compares values of all types, as null and 1. */
function ascends(operands: readonly unknown[], isBefore: (a: number, b: number) => boolean): boolean {
  return operands.slice(1).every((operand, index) => isBefore(operands[index] as number, operand as number));
}

/** The value at a path like `seo.title`, the fallback if there is none; the values themselves at an empty path. */
function valueAt(values: unknown, path: unknown, fallback: unknown): unknown {
  if (path === undefined || path === null || path === "") return values;
  let found = values;
  for (const key of String(path).split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return fallback;
    found = Reflect.get(found, key);
  }
  return found;
}
