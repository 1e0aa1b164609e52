import { IndexDemand } from "../indexes/building/index-demand.ts";
import { describePlan } from "./plan/describe-plan.ts";
import type { Plan } from "./plan/plan.ts";
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

/** Plans the query and counts its matches. A Suspension may end only the counting, if the reading allows one. */
export function explain(reading: ReadContext, query: Query): Explanation {
  const { view } = reading;
  const context = { ...reading, view: { ...view, demand: new IndexDemand(view.state.buildSignals, false) } };
  const counting: Query = { ...query, sort: [], page: { style: "offset", start: 0, limit: 0, withCount: true } };
  const { plans, missed } = plansOf(context, query, counting);
  const rows = findRows(reading, counting).total ?? 0;
  return {
    plan: plans.map(describePlan).join(" + ") + describeMissed(missed),
    estimated: plans.reduce((sum, { selected }) => sum + selected.selection.rows, 0),
    rows,
  };
}

/** The plan in each layer, and the indexes that are being built and will make them better: `counting` is the first that lacks them. */
function plansOf(
  context: ReadContext,
  query: Query,
  counting: Query,
): { readonly plans: readonly Plan[]; readonly missed: ReadonlySet<string> } {
  let plans: readonly Plan[] = [];
  const missed = context.view.demand.missedBy(counting, () => {
    plans = rowSourcesOf(context, query).map((source) => planOf(source, query));
  });
  return { plans, missed };
}

function describeMissed(missed: ReadonlySet<string>): string {
  return missed.size === 0 ? "" : `; without indexes that are being built: ${[...missed].join(", ")}`;
}
