import type { Comparison, Filter } from "../query.ts";
import type { Conditions } from "./conditions.ts";

/** Letters of a text are compared one by one, folded first where their case does not matter. Long texts cost more: `SHORT_TEXT`. */
const FOLDED = 10;
const TEXT = 3;

/** A search folds every text of a row. */
const SEARCH = 40;

/** What it costs to test some conditions on one row; what is behind links comes on top. */
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

/** Whether a comparison looks through the whole text of a value. */
export function isTextTest(comparison: Comparison): boolean {
  return isFolded(comparison) || /contains|with/i.test(comparison.operator);
}

function isFolded({ operator }: Comparison): boolean {
  return operator.endsWith("i");
}
