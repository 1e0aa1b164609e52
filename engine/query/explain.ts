import { findRows } from "./find-rows.ts";
import { describePlan, rowsOf } from "./plan.ts";
import type { Query } from "./query.ts";
import type { Reading } from "./reading.ts";

/** How a query is answered, and how well its cost was foreseen. */
export interface Explanation {
  /** The chosen plan in one line. */
  readonly plan: string;
  /** Rows that were expected to be looked at. */
  readonly estimated: number;
  /** Rows that match, on all pages. */
  readonly rows: number;
}

/** Answers the query, and tells how instead of what. */
export function explain(reading: Reading, query: Query): Explanation {
  const counted: Query = { ...query, page: { ...query.page, withCount: true } };
  const { plan, total } = findRows(reading, counted);
  return { plan: describePlan(plan), estimated: rowsOf(plan), rows: total ?? 0 };
}
