import type { Comparison, Filter, Operand } from "../../query.ts";
import { type FieldPlace, invalidName, reportOperand } from "../field-place.ts";
import { isSingle } from "../raw-value.ts";
import { invalidKey } from "../refusal.ts";
import { Parameter, type Single } from "../template/parameter.ts";
import { any, each } from "./logic.ts";
import { castOperand, textOf, truthOf } from "./operand.ts";
import type { OperatorRule } from "./operators.ts";

/** The comparison of a field with the caller's operand by an operator. */
export function compareWith(field: FieldPlace, rule: OperatorRule, raw: unknown): Filter | null {
  if (Array.isArray(raw)) field.scope.context.countItems(raw.length, "listValues", field.scope.param);
  switch (rule.kind) {
    case "single":
      return anyOf(field, raw, (item) => compareSingle(field, rule, item));
    case "null":
      return anyOf(field, raw, (item) => isNull(field, meansNull(field, item) !== rule.opposite));
    case "list":
      return compareList(field, rule.operator, listOf(raw));
    case "between":
      return compareBetween(field, listOf(raw));
  }
}

function anyOf(field: FieldPlace, raw: unknown, compare: (item: unknown) => Filter): Filter | null {
  if (!Array.isArray(raw)) return compare(raw);
  return raw.length === 0 ? isIn(field, "in", []) : any(each(raw, compare));
}

function compareSingle(field: FieldPlace, rule: OperatorRule & { readonly kind: "single" }, raw: unknown): Filter {
  const { operator } = rule;
  if (raw === null || raw === undefined) {
    if (rule.onNull === "unknown") return isIn(field, "in", [null]);
    if (rule.onNull !== "text") return isNull(field, rule.onNull === "null");
    return { kind: "compare", field: field.name, operator, operand: "null" };
  }
  const value = singleOf(field, raw);
  const operand = rule.operand === "text" ? textOf(value) : castOperand(field, value);
  if (operand === undefined) return isIn(field, operator === "ne" ? "notIn" : "in", []);
  const comparison: Comparison = { kind: "compare", field: field.name, operator, operand };
  noteFilling(field, comparison, raw, null, rule.operand === "text" ? null : field.type);
  return comparison;
}

function compareList(field: FieldPlace, operator: "in" | "notIn", raw: readonly unknown[]): Filter {
  const values = raw.map((item) => castValue(field, item));
  const comparison = isIn(field, operator, values);
  if (!values.includes(undefined)) noteFillings(field, comparison, raw);
  return comparison;
}

function compareBetween(field: FieldPlace, raw: readonly unknown[]): Filter {
  const [low, high] = raw.map((bound) => castValue(field, bound));
  if (raw.length !== 2) reportOperand(field, "$between", `$between expects two values at ${field.path}`);
  if (low === undefined || high === undefined) return isIn(field, "in", []);
  if (low === null || high === null) return isIn(field, "in", [null]);
  const comparison: Comparison = { kind: "compare", field: field.name, operator: "between", operand: [low, high] };
  noteFillings(field, comparison, raw);
  return comparison;
}

function noteFillings(field: FieldPlace, comparison: Comparison, raw: readonly unknown[]): void {
  for (const [at, item] of raw.entries()) noteFilling(field, comparison, item, at, field.type);
}

function noteFilling(
  { scope }: FieldPlace,
  comparison: Comparison,
  raw: unknown,
  at: number | null,
  type: FieldPlace["type"] | null,
): void {
  if (raw instanceof Parameter) scope.context.bindings.push({ comparison, at, parameter: raw.number, type });
}

/** Operands that the field cannot have are dropped. An empty list matches nothing. */
function isIn({ name }: FieldPlace, operator: "in" | "notIn", values: readonly (Operand | undefined)[]): Comparison {
  return { kind: "compare", field: name, operator, operand: values.filter((value) => value !== undefined) };
}

function isNull({ name }: FieldPlace, operand: boolean): Filter {
  return { kind: "compare", field: name, operator: "null", operand };
}

/** The operand of `$null`: an object is true, as any text is that says nothing else (reads, §5). */
function meansNull(field: FieldPlace, raw: unknown): boolean {
  if (raw === null) return false;
  const isObject = typeof raw === "object" && !Array.isArray(raw) && !isSingle(raw);
  return isObject || truthOf(singleOf(field, raw));
}

/** The operand in the form of the field's values; null for null, undefined if the field cannot have such a value. */
function castValue(field: FieldPlace, raw: unknown): Operand | undefined {
  return raw === null || raw === undefined ? null : castOperand(field, singleOf(field, raw));
}

/** The value itself, taken out of its parameter. Throws for a structure where a single value is expected. */
function singleOf(field: FieldPlace, raw: unknown): Single {
  if (isSingle(raw)) return raw instanceof Parameter ? raw.value : raw;
  const [key = ""] = typeof raw === "object" && raw !== null ? Object.keys(raw) : [];
  throw Array.isArray(raw) ? invalidKey(key, field.path, field.scope.param) : invalidName(field, key);
}

function listOf(raw: unknown): readonly unknown[] {
  return Array.isArray(raw) ? raw : [raw];
}
