import type { Filter } from "../query.ts";

/**
 * Whether a filter may match an entry whose fields are all null, which stands in when there are no linked entries.
 * Every comparison other than `null` is unknown there, and so is its negation. Conditions behind further relations are
 * not examined.
 */
export function mayMatchNulls(filter: Filter): boolean {
  switch (filter.kind) {
    case "compare":
      return filter.operator === "null";
    case "not":
      return mayMatchNulls(filter.filter);
    case "and":
    case "or":
      // An empty list of filters is true or false, depending on the kind and on negation.
      return filter.filters.length === 0 || filter.filters.some(mayMatchNulls);
    case "related":
    case "absent":
      return true;
  }
}
