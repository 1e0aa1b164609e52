import type { Operator, SingleOperator } from "../../query.ts";

/** How an operator treats its operand. */
export type OperatorRule =
  /** Compares with one value. Given a list, it compares with each, and any may match. */
  | {
      readonly kind: "single";
      readonly operator: SingleOperator;
      /** A value of the field's type, or the text as it is. */
      readonly operand: "value" | "text";
      /** The meaning of null as the operand: the field is null; it is not null; the text `null`; or always unknown. */
      readonly onNull: "null" | "not null" | "text" | "unknown";
    }
  | { readonly kind: "list"; readonly operator: "in" | "notIn" }
  | { readonly kind: "between" }
  | { readonly kind: "null"; readonly opposite: boolean };

type OperatorName = `$${Operator}` | "$notNull";

const text = (operator: SingleOperator): OperatorRule => ({
  kind: "single",
  operator,
  operand: "text",
  onNull: "text",
});
const order = (operator: SingleOperator): OperatorRule => ({
  kind: "single",
  operator,
  operand: "value",
  onNull: "unknown",
});

const RULES: Readonly<Record<OperatorName, OperatorRule>> = {
  $eq: { kind: "single", operator: "eq", operand: "value", onNull: "null" },
  $ne: { kind: "single", operator: "ne", operand: "value", onNull: "not null" },
  $eqi: { kind: "single", operator: "eqi", operand: "text", onNull: "null" },
  $nei: { kind: "single", operator: "nei", operand: "text", onNull: "not null" },
  $lt: order("lt"),
  $lte: order("lte"),
  $gt: order("gt"),
  $gte: order("gte"),
  $contains: text("contains"),
  $notContains: text("notContains"),
  $containsi: text("containsi"),
  $notContainsi: text("notContainsi"),
  $startsWith: text("startsWith"),
  $endsWith: text("endsWith"),
  $startsWithi: text("startsWithi"),
  $endsWithi: text("endsWithi"),
  $in: { kind: "list", operator: "in" },
  $notIn: { kind: "list", operator: "notIn" },
  $between: { kind: "between" },
  $null: { kind: "null", opposite: false },
  $notNull: { kind: "null", opposite: true },
};

/** The operators that compare a field (reads, §5), by name. `$and`, `$or` and `$not` are handled separately. */
export const OPERATOR_RULES: ReadonlyMap<string, OperatorRule> = new Map(Object.entries(RULES));
