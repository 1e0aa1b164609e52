import type { Conditions } from "./plan.ts";
import type { Filter } from "./query.ts";

/** Letters of a text are compared one by one, folded first where their case does not matter. */
const FOLDED = 10;
const TEXT = 3;

/** A search folds every text of a row. */
const SEARCH = 40;

/** What it costs to test some conditions on one row; what is behind links comes on top. */
export function weightOf({ filter, search, publicationFilter }: Conditions): number {
  return (filter === null ? 0 : weightOfFilter(filter)) + (search === null ? 0 : SEARCH) + (publicationFilter ? 1 : 0);
}

export function weightOfFilter(filter: Filter): number {
  switch (filter.kind) {
    case "and":
    case "or":
      return filter.filters.reduce((sum, each) => sum + weightOfFilter(each), 0);
    case "not":
      return weightOfFilter(filter.filter);
    case "related":
      return 1;
    case "compare":
      if (filter.operator.endsWith("i")) return FOLDED;
      return /contains|with/i.test(filter.operator) ? TEXT : 1;
  }
}
