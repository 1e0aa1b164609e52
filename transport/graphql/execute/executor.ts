import { getVariableValues } from "graphql";
import { holdsMoreThan } from "../document/count-values.ts";
import { LimitError } from "../limits.ts";
import { costOf } from "../plan/cost.ts";
import type { KeptTexts } from "../plan/kept-texts.ts";
import type { Plan } from "../plan/plan.ts";
import { PlannedArguments } from "../plan/planned-arguments.ts";
import type { Plans } from "../plan/plans.ts";
import { runPlanned } from "../plan/run-planned.ts";
import { requestError } from "./error-answer.ts";
import { type Executed, refusal } from "./executed.ts";
import type { Operation } from "./operation.ts";
import { type RunOptions, runPlainly } from "./run-plainly.ts";

export interface ExecutorOptions extends RunOptions {
  readonly plans: Plans;
  readonly texts: KeptTexts;
}

/** Runs operations: queries at once and by their plans where they can be, mutations until they are durable. */
export class Executor {
  readonly #options: ExecutorOptions;
  readonly #types: number;

  constructor(options: ExecutorOptions) {
    this.#options = options;
    this.#types = Object.keys(options.schema.getTypeMap()).length;
  }

  /** @throws LimitError. */
  run(asked: Operation): Executed | Promise<Executed> {
    const { prepared, operation, variables: sent } = asked;
    const { schema, limits, plans, texts } = this.#options;
    if (operation.operation === "query" && holdsMoreThan(sent, limits.variables)) {
      throw new LimitError("variables", limits.variables, "values in variables");
    }
    const definitions = operation.variableDefinitions ?? [];
    const { errors, coerced = {} } = getVariableValues(schema, definitions, sent, { maxErrors: 50 });
    if (errors !== undefined) return refusal(errors.map((error) => requestError(error, "BAD_USER_INPUT")));

    // Run again field by field, an operation has no more time than it had.
    const end = performance.now() + limits.time;
    const plan = plans.of(prepared, operation, coerced);
    if (plan === null) return runPlainly(this.#options, asked, end);
    const args = new PlannedArguments(coerced);
    this.#checkCost(plan, args);
    return runPlanned(this.#options, asked, { plan, args, texts, end }) ?? runPlainly(this.#options, asked, end);
  }

  #checkCost({ root }: Plan, args: PlannedArguments): void {
    const { limits, checkLimits } = this.#options;
    if (costOf(root, { args, limits: checkLimits, types: this.#types }) <= limits.cost) return;
    throw new LimitError("cost", limits.cost, "entries, were every list full");
  }
}
