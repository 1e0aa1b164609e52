import type { Difference } from "./differences.ts";
import type { Comparison } from "./format.ts";
import { valueAt } from "./value-at.ts";

/** The relations between answers of one scenario that do not hold. */
export function compareAnswers(comparisons: readonly Comparison[], answers: readonly unknown[]): Difference[] {
  return comparisons.flatMap(([left, relation, right]) => {
    const [one, other] = [valueAt(answers, left), valueAt(answers, right)];
    if (holds[relation](one, other)) return [];
    return [{ path: `${left} ${relation} ${right}`, expected: relation, actual: [one, other] }];
  });
}

const holds: Readonly<Record<Comparison[1], (one: unknown, other: unknown) => boolean>> = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  lt: (one, other) => String(one) < String(other),
  gt: (one, other) => String(one) > String(other),
  missing: (one) => one === undefined,
};
