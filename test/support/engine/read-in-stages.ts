import { FULL_ACCESS } from "../../../engine/access.ts";
import { CHECK_LIMITS, checkQuery } from "../../../engine/query/check/check-query.ts";
import { describePlan } from "../../../engine/query/plan/describe-plan.ts";
import { planOf } from "../../../engine/query/plan/planner.ts";
import { entriesOf } from "../../../engine/query/project/entry-cache.ts";
import { TEXT } from "../../../engine/query/project/output.ts";
import { readContextOf } from "../../../engine/query/read-context.ts";
import { findRows, rowSourcesOf } from "../../../engine/query/run/find-rows.ts";
import type { Store } from "../../../storage/internal.ts";
import { ComposedText } from "../../../transport/http/json/composed-text.ts";
import { parseQueryString } from "../../../transport/http/params/query-string.ts";

/** The results that each stage of a read gives to the next. */
export interface Stages {
  readonly plan: string;
  readonly total: number | null;
  readonly body: string;
}

/**
 * GET of a collection, stage by stage, without what makes it quick: templates, caches and budgets. Each stage is one call and
 * can be used alone; `transport/parts/rest/read.ts` makes the same calls.
 */
export function readInStages({ engine }: Store, uid: string, queryString: string): Stages {
  const { schema, state, rules } = engine;
  const type = schema.type(uid);

  // 1. Parse: text to nested parameters. Takes any text.
  const { params } = parseQueryString(queryString);

  // 2. Check: parameters to a query, or the EngineError of the first fault with its place.
  const query = checkQuery({
    ...{ schema, type, params, access: FULL_ACCESS, rules },
    limits: CHECK_LIMITS,
    shape: "find",
  });

  // 3. Plan: the way to the page that costs least, as data. It asks the indexes and looks at no row.
  const context = readContextOf(state, rules, query, FULL_ACCESS, "caller");
  const plan = rowSourcesOf(context, query)
    .map((source) => describePlan(planOf(source, query)))
    .join(" + ");

  // 4. Run: the rows of the page, by slot, and how many match in all. It plans by itself, as in 3.
  const { rows, total } = findRows(context, query);

  // 5. Project: rows to entries, as JSON text, with populated attributes.
  const entriesIn = entriesOf(context, TEXT, query);
  const entries = rows.flatMap(({ source, slot }) => entriesIn(source, [slot]));

  // 6. Answer: the texts of the entries with the envelope around them.
  return { plan, total, body: new ComposedText('{"data":[', entries, "]}").toString() };
}
