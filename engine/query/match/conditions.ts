import type { Filter, Query } from "../query.ts";

/** The conditions to test on each row. */
export type Conditions = Pick<Query, "filter" | "search" | "publicationFilter">;

/** The conditions that every row meets. */
export const NO_CONDITIONS: Conditions = { filter: null, search: null, publicationFilter: null };

/** Whether there is no condition. */
export function isNothing({ filter, search, publicationFilter }: Conditions): boolean {
  return filter === null && search === null && publicationFilter === null;
}

/** A filter alone. */
export function filterOnly(filter: Filter): Conditions {
  return { filter, search: null, publicationFilter: null };
}
