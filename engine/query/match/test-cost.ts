import type { Comparison, Filter } from "../query.ts";
import type { Conditions } from "./conditions.ts";

/**
 * Texts are compared character by character, and folded first if case is ignored. Long texts cost more: `SHORT_TEXT`.
 */
const FOLDED = 10;
const TEXT = 3;

/** A search folds every text of a row. */
const SEARCH = 40;

/** The cost of testing conditions on one row, without conditions behind links. */
export function testCost({ filter, search, publicationFilter }: Conditions): number {
  return (filter === null ? 0 : filterTestCost(filter)) + (search === null ? 0 : SEARCH) + (publicationFilter ? 1 : 0);
}

export function filterTestCost(filter: Filter): number {
  switch (filter.kind) {
    case "and":
    case "or":
      return filter.filters.reduce((sum, each) => sum + filterTestCost(each), 0);
    case "not":
      return filterTestCost(filter.filter);
    case "related":
    case "absent":
      return 1;
    case "compare":
      if (!isTextTest(filter)) return 1;
      return isFolded(filter) ? FOLDED : TEXT;
  }
}

/** Whether a comparison scans the whole text of a value. */
export function isTextTest(comparison: Comparison): boolean {
  return isFolded(comparison) || /contains|with/i.test(comparison.operator);
}

function isFolded({ operator }: Comparison): boolean {
  return operator.endsWith("i");
}
