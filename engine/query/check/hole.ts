import type { Comparison } from "../query.ts";
import type { FieldType } from "./field.ts";

/** A text in a query where others of the same shape have other texts. */
export class Hole {
  /** Place among the holes of the query. */
  readonly number: number;
  readonly text: string;

  constructor(number: number, text: string) {
    this.number = number;
    this.text = text;
  }
}

/** A comparison whose operand was made of the text in a hole, and would be made of any other text in it. */
export interface Filling {
  readonly comparison: Comparison;
  /** Place among the operands where there are several. */
  readonly at: number | null;
  readonly hole: number;
  /** The type that the text is read as; null: the operand is the text. */
  readonly type: FieldType | null;
}

/** A value, or a list of values, as it is without holes. */
export function withoutHoles(raw: unknown): unknown {
  if (raw instanceof Hole) return raw.text;
  if (Array.isArray(raw)) return raw.map(withoutHoles);
  return raw;
}
