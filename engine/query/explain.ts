import { describePlan } from "./plan/describe-plan.ts";
import { planOf } from "./plan/planner.ts";
import type { Query } from "./query.ts";
import type { ReadContext } from "./read-context.ts";
import { findRows, rowSourcesOf } from "./run/find-rows.ts";

/** How a query is evaluated, and how good the cost estimate was. */
export interface Explanation {
  /** The chosen plan in one line; if drafts and published versions are read together, both plans. */
  readonly plan: string;
  /** Estimate of the rows to collect, or of the matching rows if none are collected. */
  readonly estimated: number;
  /** Matching rows, on all pages. */
  readonly rows: number;
}

/** Plans the query and counts its matches. */
export function explain(context: ReadContext, query: Query): Explanation {
  const plans = rowSourcesOf(context, query).map((source) => planOf(source, query));
  const counting: Query = { ...query, sort: [], page: { style: "offset", start: 0, limit: 0, withCount: true } };
  return {
    plan: plans.map(describePlan).join(" + "),
    estimated: plans.reduce((sum, { selected }) => sum + selected.selection.rows, 0),
    rows: findRows(context, counting).total ?? 0,
  };
}
