import { AnswerBudget, WorkBudget } from "../../../../engine/internal.ts";
import { type GraphqlLimits, LimitError, tooLargeAnswer } from "../limits.ts";

/** The total budget of an operation, however often it is executed: a second execution, field by field, gets no more. */
export interface OperationBudget {
  /** Deadline in milliseconds of `performance.now()`. */
  readonly end: number;
  /** Shared by all reads of the operation. */
  readonly work: WorkBudget;
}

export function operationBudget(limits: GraphqlLimits): OperationBudget {
  return { end: performance.now() + limits.time, work: WorkBudget.ofCaller(limits.work) };
}

/** The entries, bytes and time that one operation has left. Refuses by LimitErrors `entries`, `answerBytes` and `time`. */
export class Budget extends AnswerBudget {
  readonly #limits: GraphqlLimits;
  readonly #end: number;

  constructor(limits: GraphqlLimits, { end }: OperationBudget) {
    super(limits.answerBytes, limits.entries);
    this.#limits = limits;
    this.#end = end;
  }

  /** @throws LimitError `time`. */
  time(): void {
    if (performance.now() > this.#end) throw new LimitError("time", this.#limits.time, "milliseconds");
  }

  protected override refusal(limit: "answerBytes" | "entries"): LimitError {
    if (limit === "answerBytes") return tooLargeAnswer(this.#limits);
    return new LimitError("entries", this.#limits.entries, "entries");
  }

  protected override check(): void {
    this.time();
  }
}
