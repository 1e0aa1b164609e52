import type { Comparison } from "../../query.ts";
import type { FieldType } from "../field.ts";

/** A single value, which can be an operand. */
export type Single = string | number | boolean | bigint | Date;

/** A value in a query that differs among queries of the same template: a text or a number. */
export class Parameter {
  /** Its index among the parameters of the query. */
  readonly number: number;
  readonly value: Single;

  constructor(number: number, value: Single) {
    this.number = number;
    this.value = value;
  }
}

/** A comparison whose operand is derived from a parameter's value. */
export interface Binding {
  readonly comparison: Comparison;
  /** The index among several operands; null for a single operand. */
  readonly at: number | null;
  readonly parameter: number;
  /** The type that the value is converted to; null: the operand is its text. */
  readonly type: FieldType | null;
}

/** A value, or a list of values, with parameters replaced by their values. */
export function withoutParameters(raw: unknown): unknown {
  if (raw instanceof Parameter) return raw.value;
  if (Array.isArray(raw)) return raw.map(withoutParameters);
  return raw;
}
