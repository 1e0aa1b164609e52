import type { Value } from "../../values/value.ts";
import { textOf } from "./operators.ts";

/** Upper bound of the length of some values as folded texts, with one separator between them. */
export function lengthAtMost(values: readonly Value[]): number {
  let length = 0;
  // Folding turns one character into at most two.
  for (const value of values) if (value !== null) length += 2 * textOf(value).length + 1;
  return length;
}
