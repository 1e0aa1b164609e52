import { type Access, EngineError, type EntryText, type Output } from "../../../../engine/internal.ts";
import { isWithinBytes } from "../../../http/answer-size.ts";
import { Budget, type OperationBudget } from "../execute/budget.ts";
import type { Executed } from "../execute/executed.ts";
import { isReadWithHooks } from "../execute/hooked-fields.ts";
import { Reader } from "../execute/reader.ts";
import { isOverWork, type RunOptions } from "../execute/run-plainly.ts";
import { LimitError, tooLargeAnswer } from "../limits.ts";
import type { Plan } from "./plan.ts";
import { queriesOf, type RootRead } from "./root-read.ts";
import { writeAnswer } from "./write-answer.ts";

export interface ReadsOptions extends RunOptions {
  readonly output: Output<EntryText>;
}

export interface PlannedReads {
  readonly plan: Plan;
  readonly reads: readonly RootRead[];
  readonly access: Access;
  readonly means: OperationBudget;
}

/**
 * The answer to the reads of a query; null if graphql-js has to answer: a field has an error, which it reports, or
 * hooks. The answer equals graphql-js's to the byte.
 *
 * @throws LimitError.
 */
export function runReads(
  { store, limits, checks, hooks, output }: ReadsOptions,
  { plan, reads, access, means }: PlannedReads,
): Executed | null {
  if (!hooks.isEmpty && reads.some(({ meaning }) => isReadWithHooks(hooks, meaning))) return null;
  const answer = new Budget(limits, means);
  const reader = new Reader({ store, access, checks, work: means.work, answer, maySuspend: true });
  try {
    const body = writeAnswer(plan.root, reads, { reader, output });
    // Its characters were charged while it was written.
    if (!isWithinBytes(body, limits.answerBytes)) throw tooLargeAnswer(limits);
    return { status: 200, body, queries: () => reads.flatMap(queriesOf) };
  } catch (error) {
    if (isOverWork(error)) throw new LimitError("work", limits.work, "units of work");
    if (error instanceof EngineError) return null;
    throw error;
  }
}
