import type { Value } from "../../values/value.ts";
import { textOf } from "./operators.ts";

/** Characters that the texts of some values have at most, with one between them, when they are folded. */
export function lengthAtMost(values: readonly Value[]): number {
  let length = 0;
  // No letter becomes more than two.
  for (const value of values) if (value !== null) length += 2 * textOf(value).length + 1;
  return length;
}
