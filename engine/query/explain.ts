import { describePlan } from "./plan/describe-plan.ts";
import { planOf } from "./plan/planner.ts";
import type { Query } from "./query.ts";
import type { ReadContext } from "./read-context.ts";
import { findRows, rowSourcesOf } from "./run/find-rows.ts";

/** How a query is answered, and how well its cost was foreseen. */
export interface Explanation {
  /** The chosen plan in one line; for drafts and published versions together, one after the other. */
  readonly plan: string;
  /** Rows that were expected to be collected, or to match where none are. */
  readonly estimated: number;
  /** Rows that match, on all pages. */
  readonly rows: number;
}

/** Plans the query, and counts what matches. */
export function explain(context: ReadContext, query: Query): Explanation {
  const plans = rowSourcesOf(context, query).map((source) => planOf(source, query));
  const counting: Query = { ...query, sort: [], page: { style: "offset", start: 0, limit: 0, withCount: true } };
  return {
    plan: plans.map(describePlan).join(" + "),
    estimated: plans.reduce((sum, { selected }) => sum + selected.selection.rows, 0),
    rows: findRows(context, counting).total ?? 0,
  };
}
