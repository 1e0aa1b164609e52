import { EngineError, type EntryText, type Output } from "../../../../engine/internal.ts";
import { isWithinBytes } from "../../../http/answer-size.ts";
import { Budget, type OperationBudget } from "../execute/budget.ts";
import type { Executed } from "../execute/executed.ts";
import type { Operation } from "../execute/operation.ts";
import { Reader } from "../execute/reader.ts";
import { isOverWork, type RunOptions } from "../execute/run-plainly.ts";
import { LimitError, tooLargeAnswer } from "../limits.ts";
import type { Plan } from "./plan.ts";
import type { PlannedArguments } from "./planned-arguments.ts";
import { type RootRead, rootReadsOf } from "./root-read.ts";
import type { SelectCache } from "./select-cache.ts";
import { writeAnswer } from "./write-answer.ts";

export interface PlannedRun {
  readonly plan: Plan;
  /** What its root fields read, or the arguments that tell it. */
  readonly reads: readonly RootRead[] | PlannedArguments;
  readonly selects: SelectCache;
  readonly output: Output<EntryText>;
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
  { plan, reads: given, selects, output, means }: PlannedRun,
): Executed | null {
  const { store, limits, checks } = options;
  if (plan.plain || operation.operation !== "query") return null;
  const answer = new Budget(limits, means);
  const reader = new Reader({ store, access, checks, work: means.work, answer, maySuspend: true });
  try {
    const reads = "of" in given ? rootReadsOf(plan.root, { access, checks, selects, args: given }) : given;
    if (reads === null) return null;
    const body = writeAnswer(plan.root, reads, { reader, output });
    // Its characters were charged while it was written.
    if (!isWithinBytes(body, limits.answerBytes)) throw tooLargeAnswer(limits);
    return { status: 200, body, queries: reads.flatMap(({ query, shows }) => [query, ...shows.values()]) };
  } catch (error) {
    if (isOverWork(error)) throw new LimitError("work", limits.work, "units of work");
    if (error instanceof EngineError) return null;
    throw error;
  }
}
