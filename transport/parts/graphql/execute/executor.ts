import { GraphQLError } from "graphql";
import { type EntryText, isPromise, type Output, type Query, typesRead } from "../../../../engine/internal.ts";
import type { KnownCaller } from "../../../access/authorize.ts";
import { holdsMoreThan } from "../document/count-values.ts";
import { LimitError } from "../limits.ts";
import { costByContent, costOf } from "../plan/cost.ts";
import type { Plan } from "../plan/plan.ts";
import type { PlanCache } from "../plan/plan-cache.ts";
import { PlannedArguments } from "../plan/planned-arguments.ts";
import { runPlanned } from "../plan/run-planned.ts";
import { SelectCache } from "../plan/select-cache.ts";
import type { Suggestions } from "../schema/suggestions.ts";
import type { LiftedBody } from "../template/lift-values.ts";
import type { FilledTemplate } from "../template/request-template.ts";
import { RequestTemplates } from "../template/request-templates.ts";
import { coerceVariables } from "./arguments/coerce-variables.ts";
import { meansOf } from "./budget.ts";
import { requestError } from "./error-answer.ts";
import { type Executed, refusal } from "./executed.ts";
import { hidePasswords, type PasswordNames } from "./hide-passwords.ts";
import type { Operation } from "./operation.ts";
import { type RunOptions, runPlainly } from "./run-plainly.ts";
import { isAboutSchema, SchemaAnswerCache } from "./schema-answer-cache.ts";

export interface ExecutorOptions extends RunOptions {
  readonly plans: PlanCache;
  readonly output: Output<EntryText>;
  readonly suggestions: Suggestions;
  readonly passwords: PasswordNames;
}

/** Executes operations: queries at once and by their plans if possible, mutations until they are durable. */
export class Executor {
  readonly #options: ExecutorOptions;
  readonly #types: number;
  readonly #schemaAnswers = new SchemaAnswerCache();
  readonly #templates: RequestTemplates;
  readonly #selects = new SelectCache();

  constructor(options: ExecutorOptions) {
    this.#options = options;
    this.#templates = new RequestTemplates({ ...options, selects: this.#selects });
    this.#types = Object.keys(options.schema.getTypeMap()).length;
  }

  /** @throws LimitError. */
  run(asked: Operation): Executed | Promise<Executed> {
    const { prepared, operation, variables: sent } = asked;
    const { schema, limits, plans, output, suggestions, passwords } = this.#options;
    if (operation.operation === "query" && holdsMoreThan(sent, limits.variables)) {
      throw new LimitError("variables", limits.variables, "values in variables");
    }
    const { errors, coerced } = coerceVariables(schema, operation, sent);
    if (errors !== undefined) {
      const hidden = hidePasswords(schema, operation, sent, passwords);
      const faults = coerceVariables(schema, operation, hidden).errors ?? [new GraphQLError("A variable is invalid")];
      const shown = suggestions.shownTo(asked.caller.access, faults);
      return refusal(shown.map((error) => requestError(error, "BAD_USER_INPUT")));
    }

    const means = meansOf(limits);
    const variables = prepared.literals === null ? coerced : { ...coerced, ...prepared.literals };
    const plan = plans.of(prepared, operation, variables);
    if (plan === null) return runPlainly(this.#options, asked, means);
    const known = this.#schemaAnswers.of(operation);
    if (known !== undefined) return known;
    const args = new PlannedArguments(variables);
    this.#checkCost(plan, args);
    const planned = runPlanned(this.#options, asked, { plan, reads: args, selects: this.#selects, output, means });
    if (planned !== null) return planned;
    const answer = runPlainly(this.#options, asked, means);
    if (!isPromise(answer) && isAboutSchema(plan, operation)) this.#schemaAnswers.keep(prepared, operation, answer);
    return answer;
  }

  /** The template by which a request differs from an earlier one only in values; null if it has to be read. */
  templateOf(body: LiftedBody, { access }: KnownCaller): FilledTemplate | null {
    return this.#templates.get(access, body)?.fill(body.values) ?? null;
  }

  /**
   * Answers a request by its template; null if it has to be executed as usual, to report errors of fields.
   *
   * @throws LimitError.
   */
  runByTemplate({ operation, plan, read }: FilledTemplate, caller: KnownCaller): Executed | null {
    const { limits, output } = this.#options;
    const run = { plan, reads: [read], selects: this.#selects, output, means: meansOf(limits) };
    return runPlanned(this.#options, { operation, caller }, run);
  }

  /** Notes a request that was executed as usual, so that others can be answered by its template. */
  learn(body: LiftedBody, { prepared, operation, caller: { access } }: Operation): void {
    this.#templates.learn({ prepared, operation, access }, body);
  }

  /** uids of all content types behind the answers to queries: as long as none of them changes, neither do the answers. */
  typesBehind(queries: readonly Query[]): readonly string[] {
    const { schema, relations } = this.#options.store.engine.state.shape;
    return [...new Set(queries.flatMap((query) => typesRead(schema, relations, query)))];
  }

  #checkCost({ root }: Plan, args: PlannedArguments): void {
    const { limits, checks, store } = this.#options;
    const options = { args, limits: checks.limits, types: this.#types };
    if (costOf(root, options) <= limits.cost) return;
    const documentsOf = (type: string) => store.engine.state.collection(type).documentCount;
    if (costByContent(root, options, documentsOf) <= limits.cost) return;
    throw new LimitError("cost", limits.cost, "entries, if every list had as many as its type has now");
  }
}
