import type { Filter } from "../../query.ts";
import { type FieldPlace, invalidName } from "../field-place.ts";
import { isRawObject } from "../raw-value.ts";
import { reportShape } from "../scope.ts";
import { compareWith } from "./comparison.ts";
import { all, any, each, not } from "./logic.ts";
import { OPERATOR_RULES } from "./operators.ts";

/** Checks the value under a field's name: a value, a list of values, or operators. Null if it contains no condition. */
export function checkConditions(field: FieldPlace, raw: unknown): Filter | null {
  if (raw === undefined) return null;
  if (isRawObject(raw)) return all(each(Object.keys(raw), (key) => checkOperator(field, key, raw[key])));
  return checkOperator(field, Array.isArray(raw) ? "$in" : "$eq", raw);
}

/**
 * Checks one operator of a field. A list under an operator for a single value means that any of its values may match.
 */
export function checkOperator(field: FieldPlace, key: string, raw: unknown): Filter | null {
  field.scope.context.enter(field.scope.depth);
  if (raw === undefined) return null;
  switch (key) {
    case "$and":
      return all(checkList(field, key, raw));
    case "$or":
      return any(checkList(field, key, raw));
    case "$not":
      return any(each(Array.isArray(raw) ? raw : [raw], (item) => not(checkConditions(deeper(field), item))));
    default: {
      const rule = OPERATOR_RULES.get(key);
      if (rule === undefined) throw invalidName(field, key);
      return compareWith(field, rule, raw);
    }
  }
}

function checkList(field: FieldPlace, key: string, raw: unknown): Filter[] {
  if (Array.isArray(raw)) {
    field.scope.context.countItems(raw.length, "branches", field.scope.param);
    return each(raw, (item) => checkConditions(deeper(field), item));
  }
  reportShape(field.scope, key, field.path, `${key} expects a list of conditions`);
  return [];
}

function deeper(field: FieldPlace): FieldPlace {
  return { ...field, scope: { ...field.scope, depth: field.scope.depth + 1 } };
}
