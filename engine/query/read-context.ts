import { type Access, accessTo } from "../access.ts";
import type { Rules } from "../rules.ts";
import type { State } from "../state/state.ts";
import { ANSWER_BYTES, AnswerBudget } from "./answer-budget.ts";
import type { ReadView } from "./position.ts";
import type { PublicationFilter, Query } from "./query.ts";
import { DEFAULT_WORK, WorkBudget } from "./work-budget.ts";

/** Who reads: a caller from outside, or the embedded Document Service, which sees private values too. */
export type Audience = "caller" | "service";

/** Everything about one read that holds at every depth of it. */
export interface ReadContext {
  /** @internal */
  readonly view: ReadView;
  readonly negation: Rules["negatedRelation"];
  readonly publicationFilter: PublicationFilter | null;
  readonly audience: Audience;
  /** What the reader may do where the versions of this read are shown. */
  readonly access: Access;
}

/** What one read of a caller may use up, or what is left for it of what several share. */
export interface ReadBudgets {
  readonly work?: number | WorkBudget;
  readonly answer?: AnswerBudget;
}

/** `budgets`: of a caller from outside; the embedded Document Service has none. */
export function readContextOf(
  state: State,
  rules: Rules,
  query: Query,
  access: Access,
  audience: Audience,
  budgets?: { readonly work?: number },
): ReadContext;
/** @internal Reads that share budgets. */
export function readContextOf(
  state: State,
  rules: Rules,
  query: Query,
  access: Access,
  audience: Audience,
  budgets?: ReadBudgets,
): ReadContext;
export function readContextOf(
  state: State,
  rules: Rules,
  query: Query,
  access: Access,
  audience: Audience,
  budgets: ReadBudgets = {},
): ReadContext {
  const isCaller = audience === "caller";
  return {
    view: {
      state,
      // Who has not said who they are never learns of drafts, by no filter (promise P6).
      behindPlainTypes: access.authenticated ? rules.draftsBehindPlainTypes : "query",
      localizations: rules.localizations,
      work: isCaller ? workBudgetFor(state, query, budgets.work ?? DEFAULT_WORK) : WorkBudget.unlimited(),
      answer: isCaller ? (budgets.answer ?? new AnswerBudget(ANSWER_BYTES)) : AnswerBudget.unlimited(),
    },
    negation: rules.negatedRelation,
    publicationFilter: query.publicationFilter,
    audience,
    access: accessTo(query.statuses, access, rules),
  };
}

function workBudgetFor(state: State, { type }: Query, budget: number | WorkBudget): WorkBudget {
  const work = typeof budget === "number" ? WorkBudget.ofCaller(budget) : budget;
  return work.forRowsOf(type, state.collection(type).documentCount);
}
