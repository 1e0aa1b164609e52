import { EngineError, type Query } from "../../../../engine/internal.ts";
import { isWithinBytes } from "../../../http/answer-size.ts";
import { Budget, type OperationBudget } from "../execute/budget.ts";
import type { Executed } from "../execute/executed.ts";
import type { Operation } from "../execute/operation.ts";
import { Reader } from "../execute/reader.ts";
import { isOverWork, type RunOptions } from "../execute/run-plainly.ts";
import { LimitError, tooLargeAnswer } from "../limits.ts";
import { FIELD_ERROR } from "./field-error.ts";
import type { Plan } from "./plan.ts";
import type { PlannedArguments } from "./planned-arguments.ts";
import type { TextBudget } from "./text-budget.ts";
import { TypesBehind } from "./types-behind.ts";
import { writeAnswer } from "./write-answer.ts";

export interface PlannedRun {
  readonly plan: Plan;
  readonly args: PlannedArguments;
  /** The query of the only root field, a list, if it is known. */
  readonly query?: Query | null;
  readonly texts: TextBudget;
  readonly means: OperationBudget;
}

/**
 * The answer to a query by its plan; null if a field has an error, or the plan leaves it to graphql-js. The answer equals
 * that of graphql-js to the byte.
 *
 * @throws LimitError.
 */
export function runPlanned(
  options: RunOptions,
  { operation, caller: { access } }: Pick<Operation, "operation" | "caller">,
  planned: PlannedRun,
): Executed | null {
  const { plan, args, query = null, texts, means } = planned;
  const { store, limits, checks } = options;
  if (plan.plain || operation.operation !== "query") return null;
  const reader = new Reader({ store, access, checks, work: means.work, maySuspend: true });
  try {
    const behind = new TypesBehind(reader, args);
    const body = writeAnswer(plan.root, { reader, budget: new Budget(limits, means), args, query, texts, behind });
    // Its characters were charged while it was written.
    if (!isWithinBytes(body, limits.answerBytes)) throw tooLargeAnswer(limits);
    return { status: 200, body, behind };
  } catch (error) {
    if (isOverWork(error)) throw new LimitError("work", limits.work, "units of work");
    if (error === FIELD_ERROR || error instanceof EngineError) return null;
    throw error;
  }
}
