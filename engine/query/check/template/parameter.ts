import type { Comparison } from "../../query.ts";
import type { FieldType } from "../field.ts";

/** One value, not a structure: what can be an operand. */
export type Single = string | number | boolean | bigint | Date;

/** A value in a query where others of the same template have other values of its kind: a text, or a number. */
export class Parameter {
  /** Place among the parameters of the query. */
  readonly number: number;
  readonly value: Single;

  constructor(number: number, value: Single) {
    this.number = number;
    this.value = value;
  }
}

/** A comparison whose operand was made of the value in a parameter, and would be made of any other value in it. */
export interface Binding {
  readonly comparison: Comparison;
  /** Place among the operands where there are several. */
  readonly at: number | null;
  readonly parameter: number;
  /** The type that the value is read as; null: the operand is its text. */
  readonly type: FieldType | null;
}

/** A value, or a list of values, as it is without parameters. */
export function withoutParameters(raw: unknown): unknown {
  if (raw instanceof Parameter) return raw.value;
  if (Array.isArray(raw)) return raw.map(withoutParameters);
  return raw;
}
