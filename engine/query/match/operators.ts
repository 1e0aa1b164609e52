import type { ScalarType } from "../../schema/attribute.ts";
import type { Value } from "../../values/value.ts";
import type { Comparison, Operand, SingleOperator } from "../query.ts";
import { foldCase } from "./fold-case.ts";
import { jsonText, orderOf, type ValueOrder } from "./order.ts";

/** Three-valued logic: null is unknown. */
export type Truth = boolean | null;

/** Whether a field's value meets a comparison. */
export type Test = (value: Value) => Truth;

/** Compiles a comparison for fields of one type (reads, §5 and §6). */
export function testOf(comparison: Comparison, type: ScalarType): Test {
  switch (comparison.operator) {
    case "null":
      return (value) => (value === null) === comparison.operand;
    case "in":
      return isIn(comparison.operand, type);
    case "notIn": {
      const test = isIn(comparison.operand, type);
      return (value) => negated(test(value));
    }
    case "between": {
      const order = orderOf(type);
      const [low, high] = comparison.operand;
      return known((value) => order(low, value) <= 0 && order(value, high) <= 0);
    }
    default:
      if (comparison.operand === null) return () => null;
      return known(SINGLE[comparison.operator](comparison.operand, type));
  }
}

function negated(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

type Check = (value: Exclude<Value, null>) => boolean;

/** How each operator tests a value that is not null. */
const SINGLE: Readonly<Record<SingleOperator, (operand: Exclude<Operand, null>, type: ScalarType) => Check>> = {
  eq: (operand, type) => ordered(operand, type, (order) => order === 0),
  ne: (operand, type) => ordered(operand, type, (order) => order !== 0),
  lt: (operand, type) => ordered(operand, type, (order) => order < 0),
  lte: (operand, type) => ordered(operand, type, (order) => order <= 0),
  gt: (operand, type) => ordered(operand, type, (order) => order > 0),
  gte: (operand, type) => ordered(operand, type, (order) => order >= 0),
  eqi: (operand) => folded(operand, (text, sought) => text === sought),
  nei: (operand) => folded(operand, (text, sought) => text !== sought),
  contains: (operand) => texts(operand, (text, sought) => text.includes(sought)),
  notContains: (operand) => texts(operand, (text, sought) => !text.includes(sought)),
  containsi: (operand) => folded(operand, (text, sought) => text.includes(sought)),
  notContainsi: (operand) => folded(operand, (text, sought) => !text.includes(sought)),
  startsWith: (operand) => texts(operand, (text, sought) => text.startsWith(sought)),
  endsWith: (operand) => texts(operand, (text, sought) => text.endsWith(sought)),
  startsWithi: (operand) => folded(operand, (text, sought) => text.startsWith(sought)),
  endsWithi: (operand) => folded(operand, (text, sought) => text.endsWith(sought)),
};

function known(check: Check): Test {
  return (value) => (value === null ? null : check(value));
}

function ordered(operand: Operand, type: ScalarType, fits: (order: number) => boolean): Check {
  const order: ValueOrder = orderOf(type);
  return (value) => fits(order(value, operand));
}

function texts(operand: Operand, fits: (text: string, sought: string) => boolean): Check {
  const sought = String(operand);
  return (value) => fits(textOf(value), sought);
}

/** Ignores case: both sides are folded, independent of the locale; accents stay. */
function folded(operand: Operand, fits: (text: string, sought: string) => boolean): Check {
  const sought = foldCase(String(operand));
  return (value) => fits(foldCase(textOf(value)), sought);
}

/** The text that the text operators search: for a value that is not a text, its JSON. */
export function textOf(value: Exclude<Value, null>): string {
  return jsonText(value);
}

/** As in SQL: null in the list matches nothing, but makes the result for values outside of the list unknown. */
function isIn(operands: readonly Operand[], type: ScalarType): Test {
  const hasNull = operands.includes(null);
  const tests = operands.filter((operand) => operand !== null).map((operand) => SINGLE.eq(operand, type));
  return (value) => {
    if (value === null) return null;
    if (tests.some((test) => test(value))) return true;
    return hasNull ? null : false;
  };
}
