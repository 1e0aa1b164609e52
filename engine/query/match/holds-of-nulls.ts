import type { Filter } from "../query.ts";

/**
 * Whether a filter may hold of an entry of nulls, which takes the place of linked entries where there are none: all
 * comparisons but `null` are unknown there, and so is their negation. What is not in the entry itself is not looked at.
 */
export function mayHoldOfNulls(filter: Filter): boolean {
  switch (filter.kind) {
    case "compare":
      return filter.operator === "null";
    case "not":
      return mayHoldOfNulls(filter.filter);
    case "and":
    case "or":
      // Of none, an opposite or not, it depends.
      return filter.filters.length === 0 || filter.filters.some(mayHoldOfNulls);
    case "related":
    case "absent":
      return true;
  }
}
