import { GraphQLError, type OperationDefinitionNode } from "graphql";
import {
  EngineError,
  type EntryText,
  isPromise,
  ObjectNumbers,
  type Output,
  type Query,
  typesRead,
} from "../../../../engine/internal.ts";
import type { KnownCaller } from "../../../access/caller.ts";
import { holdsMoreThan } from "../document/count-values.ts";
import { LimitError } from "../limits.ts";
import { META_FIELDS } from "../plan/compile.ts";
import { costByContent, costOf } from "../plan/cost.ts";
import type { Plan } from "../plan/plan.ts";
import type { PlanCache } from "../plan/plan-cache.ts";
import { PlannedArguments } from "../plan/planned-arguments.ts";
import type { RootRead } from "../plan/root-read.ts";
import { runReads } from "../plan/run-reads.ts";
import { SelectCache } from "../plan/select-cache.ts";
import type { LiftedBody } from "../prepared/lift-values.ts";
import type { PlannedQuery, PreparedRead } from "../prepared/prepared-read.ts";
import { PreparedReads } from "../prepared/prepared-reads.ts";
import { RequestForm } from "../prepared/request-form.ts";
import type { Suggestions } from "../schema/suggestions.ts";
import { coerceVariables } from "./arguments/coerce-variables.ts";
import { type OperationBudget, operationBudget } from "./budget.ts";
import { requestError } from "./errors/error-answer.ts";
import { type Executed, refusal } from "./executed.ts";
import { hidePasswords, type PasswordNames } from "./hide-passwords.ts";
import type { Operation } from "./operation.ts";
import { type RunOptions, runPlainly } from "./run-plainly.ts";

export interface ExecutorOptions extends RunOptions {
  readonly plans: PlanCache;
  readonly output: Output<EntryText>;
  readonly suggestions: Suggestions;
  readonly passwords: PasswordNames;
}

/** A prepared read with the values of one request. */
interface FilledRead {
  readonly read: PreparedRead;
  readonly reads: readonly RootRead[];
}

/** Executes operations: queries at once and by their plans if possible, mutations until they are durable. */
export class Executor {
  readonly #options: ExecutorOptions;
  readonly #types: number;
  readonly #reads: PreparedReads;
  readonly #operations = new ObjectNumbers<OperationDefinitionNode>();

  constructor(options: ExecutorOptions) {
    this.#options = options;
    this.#reads = new PreparedReads({ ...options, selects: new SelectCache() });
    this.#types = Object.keys(options.schema.getTypeMap()).length;
  }

  /**
   * `body`: the body of the request, if others that differ from it only in values may be answered by its read.
   *
   * @throws LimitError.
   */
  run(asked: Operation, body: LiftedBody | null): Executed | Promise<Executed> {
    const { prepared, operation, variables: sent, caller } = asked;
    const { schema, limits, plans, suggestions, passwords } = this.#options;
    const isQuery = operation.operation === "query";
    if (isQuery && holdsMoreThan(sent, limits.variables)) {
      throw new LimitError("variables", limits.variables, "values in variables");
    }
    const means = operationBudget(limits);
    const { literals } = prepared;
    const form = isQuery ? new RequestForm(this.#operations.of(operation), sent, literals ?? {}) : null;
    const known = form && this.filled(form, caller);
    if (known !== null) {
      if (body !== null && form !== null && literals === null) this.#reads.note(body, form);
      return this.runFilled(known, caller, means) ?? runPlainly(this.#options, asked, means);
    }
    const { errors, coerced } = coerceVariables(schema, operation, sent);
    if (errors !== undefined) {
      const hidden = hidePasswords(schema, operation, sent, passwords);
      const faults = coerceVariables(schema, operation, hidden).errors ?? [new GraphQLError("A variable is invalid")];
      const shown = suggestions.shownTo(caller.access, faults);
      return refusal(shown.map((error) => requestError(error, "BAD_USER_INPUT")));
    }

    const variables = { ...coerced, ...literals };
    const plan = plans.of(prepared, operation, variables);
    if (plan === null) return runPlainly(this.#options, asked, means);
    const args = new PlannedArguments(variables);
    const query = { prepared, operation, access: caller.access, plan, args, isCheap: this.#isCheap(plan, args) };
    const read = form && !plan.plain ? this.#prepare(query, form) : null;
    const reads = read?.fill(form?.values ?? []) ?? null;
    const executed = read && reads && this.runFilled({ read, reads }, caller, means);
    if (executed) return executed;
    if (read === null) this.#refuseCost(query);
    const answer = runPlainly(this.#options, asked, means, plan.own);
    return isPromise(answer) || !isAboutSchema(plan) ? answer : { ...answer, queries: () => [] };
  }

  /** The known read of a request, or of a body that was noted, with its values; null if it has to be read. */
  filled(request: LiftedBody, { access }: KnownCaller): FilledRead | null {
    const read = this.#reads.get(access, request);
    const reads = read?.fill(request.values);
    return read && reads ? { read, reads } : null;
  }

  /**
   * Answers a request by its read; null if graphql-js has to answer, to report errors of fields.
   *
   * @throws LimitError.
   */
  runFilled({ read, reads }: FilledRead, { access }: KnownCaller, means?: OperationBudget): Executed | null {
    this.#refuseCost(read.query);
    return runReads(this.#options, {
      plan: read.query.plan,
      reads,
      access,
      means: means ?? operationBudget(this.#options.limits),
    });
  }

  /** Null if a root field is refused: graphql-js reports it. */
  #prepare(query: PlannedQuery, form: RequestForm): PreparedRead | null {
    try {
      return this.#reads.prepare(query, form);
    } catch (error) {
      if (error instanceof EngineError) return null;
      throw error;
    }
  }

  /** uids of all content types behind the answers to queries: as long as none of them changes, neither do the answers. */
  typesBehind(queries: readonly Query[]): readonly string[] {
    const { schema, relations } = this.#options.store.engine.state.shape;
    return [...new Set(queries.flatMap((query) => typesRead(schema, relations, query)))];
  }

  /** Whether a query costs little enough whatever the content. */
  #isCheap({ root }: Plan, args: PlannedArguments): boolean {
    return costOf(root, this.#costOptions(args)) <= this.#options.limits.cost;
  }

  #refuseCost({ plan, args, isCheap }: PlannedQuery): void {
    const { limits, store } = this.#options;
    const documentsOf = (type: string) => store.engine.state.collection(type).documentCount;
    if (isCheap || costByContent(plan.root, this.#costOptions(args), documentsOf) <= limits.cost) return;
    throw new LimitError("cost", limits.cost, "entries, if every list had as many as its type has now");
  }

  #costOptions(args: PlannedArguments) {
    return { args, limits: this.#options.checks.limits, types: this.#types };
  }
}

/** Only introspection, which reads no content: its answer stays the same. */
function isAboutSchema({ root }: Plan): boolean {
  return root.fields.every(({ field }) => META_FIELDS.has(field.name));
}
