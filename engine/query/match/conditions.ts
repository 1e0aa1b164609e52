import type { Filter, Query } from "../query.ts";

/** What has to be tested on each row. */
export type Conditions = Pick<Query, "filter" | "search" | "publicationFilter">;

/** What every row fulfils. */
export const NO_CONDITIONS: Conditions = { filter: null, search: null, publicationFilter: null };

/** Whether there is nothing to be tested. */
export function isNothing({ filter, search, publicationFilter }: Conditions): boolean {
  return filter === null && search === null && publicationFilter === null;
}

/** A filter alone. */
export function filterOnly(filter: Filter): Conditions {
  return { filter, search: null, publicationFilter: null };
}
