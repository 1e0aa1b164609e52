import type { Filter } from "../../query.ts";

/** The conjunction; null, which is no condition, if there are no filters. */
export function all(filters: readonly Filter[]): Filter | null {
  return joined("and", filters);
}

/** The disjunction; null, which is no condition, if there are no filters. */
export function any(filters: readonly Filter[]): Filter | null {
  return joined("or", filters);
}

/** The negation; null stays null. */
export function not(filter: Filter | null): Filter | null {
  return filter === null ? null : { kind: "not", filter };
}

/** The filters that a check returns for a list, without nulls. */
export function each<T>(items: readonly T[], check: (item: T) => Filter | null): Filter[] {
  const filters: Filter[] = [];
  for (const item of items) {
    const filter = check(item);
    if (filter !== null) filters.push(filter);
  }
  return filters;
}

function joined(kind: "and" | "or", filters: readonly Filter[]): Filter | null {
  const [first] = filters;
  if (first === undefined) return null;
  return filters.length === 1 ? first : { kind, filters };
}
