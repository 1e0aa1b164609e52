import { type Access, accessTo } from "../access.ts";
import { IndexDemand } from "../indexes/building/index-demand.ts";
import type { Rules } from "../rules.ts";
import type { State } from "../state/state.ts";
import { ANSWER_BYTES, AnswerBudget } from "./answer-budget.ts";
import type { ReadView } from "./position.ts";
import type { PublicationFilter, Query } from "./query.ts";
import { DEFAULT_WORK, WorkBudget } from "./work-budget.ts";

/** Who reads: an outside caller, or the embedded Document Service, which also sees private values. */
export type Audience = "caller" | "service";

/** The state of one read that is the same at every depth. */
export interface ReadContext {
  /** @internal */
  readonly view: ReadView;
  readonly negation: Rules["negatedRelation"];
  readonly publicationFilter: PublicationFilter | null;
  readonly audience: Audience;
  /** The reader's permissions, where this read's versions are shown. */
  readonly access: Access;
}

/** The budgets of one read, or of several reads that share them. */
export interface ReadBudgets {
  readonly work?: number | WorkBudget;
  readonly answer?: AnswerBudget;
  /** Whether a Suspension may end it where it would take long: whoever calls runs it again later. Default: no. */
  readonly maySuspend?: boolean;
}

/** `budgets` are for outside callers; the embedded Document Service is not limited, but may be suspended. */
export function readContextOf(
  state: State,
  rules: Rules,
  query: Query,
  access: Access,
  audience: Audience,
  budgets?: { readonly work?: number },
): ReadContext;
/** @internal For reads that share budgets. */
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
      // A caller without credentials never learns of drafts, not even through a filter (promise P6).
      behindPlainTypes: access.authenticated ? rules.draftsBehindPlainTypes : "query",
      localizations: rules.localizations,
      work: isCaller ? workBudgetFor(state, query, budgets.work ?? DEFAULT_WORK) : WorkBudget.unlimited(),
      answer: isCaller ? (budgets.answer ?? new AnswerBudget(ANSWER_BYTES)) : AnswerBudget.unlimited(),
      demand: new IndexDemand(state.buildSignals, budgets.maySuspend ?? false),
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
