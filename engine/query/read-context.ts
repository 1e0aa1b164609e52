import { type Access, accessTo } from "../access.ts";
import type { Rules } from "../rules.ts";
import type { State } from "../state/state.ts";
import { ANSWER_BYTES, AnswerBudget } from "./answer-budget.ts";
import type { Sight } from "./position.ts";
import type { PublicationFilter, Query } from "./query.ts";
import { Allowance, WORK } from "./work-budget.ts";

/** Who reads: a caller from outside, or the embedded Document Service, which sees private values too. */
export type Audience = "caller" | "service";

/** Everything about one read that holds at every depth of it. */
export interface Reading {
  readonly sight: Sight;
  readonly negation: Rules["negatedRelation"];
  readonly publicationFilter: PublicationFilter | null;
  readonly audience: Audience;
  /** What the reader may do where the versions of this read are shown. */
  readonly access: Access;
}

/** What one read of a caller may use up, or what is left for it of what several share. */
export interface ReadBudgets {
  readonly work?: number | Allowance;
  readonly answer?: AnswerBudget;
}

/** `budgets`: of a caller from outside; the embedded Document Service has none. */
export function readingOf(
  state: State,
  rules: Rules,
  query: Query,
  access: Access,
  audience: Audience,
  budgets: ReadBudgets = {},
): Reading {
  const isCaller = audience === "caller";
  return {
    sight: {
      state,
      // Who has not said who they are never learns of drafts, by no filter (promise P6).
      behindPlainTypes: access.authenticated ? rules.draftsBehindPlainTypes : "query",
      allowance: isCaller ? allowanceFor(state, query, budgets.work ?? WORK) : Allowance.unlimited(),
      answer: isCaller ? (budgets.answer ?? new AnswerBudget(ANSWER_BYTES)) : AnswerBudget.unlimited(),
    },
    negation: rules.negatedRelation,
    publicationFilter: query.publicationFilter,
    audience,
    access: accessTo(query.statuses, access, rules),
  };
}

function allowanceFor(state: State, { type }: Query, work: number | Allowance): Allowance {
  const allowance = typeof work === "number" ? Allowance.ofCaller(work) : work;
  return allowance.forRowsOf(type, state.collection(type).documentCount);
}
