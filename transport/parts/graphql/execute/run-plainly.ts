import { type ExecutionResult, execute, type GraphQLSchema } from "graphql";
import { EngineError, isPromise, Suspension } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import type { Profile } from "../../../contract/profiles/profile.ts";
import type { DocumentsOf } from "../../../hooks/hook-origin.ts";
import type { Hooks } from "../../../hooks/hooks.ts";
import { isWithinBytes } from "../../../http/answer-size.ts";
import { OwnEntries } from "../extension/own-entries.ts";
import type { SchemaExtension } from "../extension/schema-extension.ts";
import { type GraphqlLimits, LimitError, tooLargeAnswer } from "../limits.ts";
import type { QueryChecks } from "./arguments/query-checks.ts";
import { Budget, type OperationBudget } from "./budget.ts";
import { faultIn, fieldError } from "./errors/error-answer.ts";
import { errorList } from "./errors/error-list.ts";
import type { Executed } from "./executed.ts";
import { HookedFields } from "./hooked-fields.ts";
import type { Operation } from "./operation.ts";
import type { PluginOperations } from "./plugin-operations.ts";
import { Reader } from "./reader.ts";
import { entryOf, type OwnResolving, type Resolving, resolveField, resolveType } from "./resolve.ts";
import { Writer } from "./writer.ts";

export interface RunOptions {
  readonly schema: GraphQLSchema;
  readonly store: Store;
  readonly limits: GraphqlLimits;
  readonly checks: QueryChecks;
  readonly hooks: Hooks;
  /** The Document Service without hooks. */
  readonly documents: DocumentsOf;
  /** Which total callers get of a list that hooks have narrowed. */
  readonly hookedTotal: Profile["hookedTotal"];
  /** Called with every internal fault, and with writes that nothing takes at the moment. */
  readonly report: (fault: unknown) => void;
  /** Resolvers of the plugins' operations by the name of their root field. */
  readonly operations?: PluginOperations;
  /** Code of the user's own behind fields of the schema. */
  readonly extension?: SchemaExtension | null;
}

/**
 * Executes an operation by graphql-js, field by field: any operation, with every error at its place. A query without
 * hooks is answered synchronously.
 *
 * @throws LimitError or Suspension for a query, whose answer is discarded then. A mutation reports it at the field that exceeded the
 * limit: earlier writes remain.
 */
export function runPlainly(
  options: RunOptions,
  asked: Operation,
  means: OperationBudget,
  isOwn = false,
): Executed | Promise<Executed> {
  const context = resolving(options, { asked, means, isOwn, budget: new Budget(options.limits, means) });
  const result = execute({
    schema: options.schema,
    document: asked.prepared.document(),
    operationName: asked.operation.name?.value ?? null,
    variableValues: asked.variables,
    contextValue: context,
    ...(options.operations && { rootValue: options.operations }),
    fieldResolver: resolveField,
    typeResolver: resolveType,
  });
  const finish = (done: ExecutionResult): Executed => {
    const isQuery = asked.operation.operation === "query";
    if (isQuery) refuseExcess(options.limits, done);
    const { own } = context;
    const answered = { ...answer(options, done), ...(isOwn && own && options.extension?.headersFor(own.operation)) };
    if (isQuery && !isWithinBytes(answered.body, options.limits.answerBytes)) throw tooLargeAnswer(options.limits);
    return answered;
  };
  return isPromise(result) ? result.then(finish) : finish(result);
}

interface Running {
  readonly asked: Operation;
  readonly means: OperationBudget;
  readonly isOwn: boolean;
  readonly budget: Budget;
}

function resolving(options: RunOptions, running: Running): Resolving {
  const { store, checks, hooks, documents, hookedTotal, extension = null } = options;
  const { asked, means, isOwn, budget } = running;
  const { caller, request, operation } = asked;
  const { access } = caller;
  // A query that is run again would run its hooks and its own code again.
  const maySuspend = operation.operation === "query" && hooks.isEmpty && !isOwn;
  const reader = new Reader({ store, access, checks, work: means.work, maySuspend });
  const hooked = new HookedFields({ caller, request, reader, hooks, documents, total: hookedTotal });
  const writer = new Writer({ store, access, reader, hooks, hooked, caller, request });
  const own: OwnResolving | null = extension && {
    operation: { caller, request, store },
    entries: new OwnEntries({ reader, budget, sourceOf: entryOf }),
    asWith: (other) => ({
      ...resolving(options, { ...running, asked: { ...asked, caller: { ...caller, access: other } } }),
      own,
    }),
  };
  return { caller, request, reader, writer, hooks, hooked, budget, prepared: new Map(), own };
}

function refuseExcess(limits: GraphqlLimits, { errors = [] }: ExecutionResult): void {
  for (const { originalError } of errors) {
    if (originalError instanceof LimitError || originalError instanceof Suspension) throw originalError;
    if (isOverWork(originalError)) throw new LimitError("work", limits.work, "units of work");
  }
}

/** Nothing is left for other fields either. */
export function isOverWork(error: unknown): boolean {
  return error instanceof EngineError && error.details.limit === "work";
}

/** Maximum number of reported errors of fields: a list may have one per entry. */
const ERRORS = 100;

function answer({ report }: RunOptions, { errors = [], data }: ExecutionResult): Executed {
  for (const error of errors) {
    const fault = faultIn(error);
    if (fault !== undefined) report(fault);
  }
  const errorText = errors.length === 0 ? "" : `"errors":${errorList(errors.slice(0, ERRORS).map(fieldError))},`;
  return { status: 200, body: `{${errorText}"data":${JSON.stringify(data ?? null)}}` };
}
