import { type ExecutionResult, execute, type GraphQLSchema } from "graphql";
import type { CheckLimits } from "../../../engine/index.ts";
import type { Store } from "../../../storage/index.ts";
import type { GraphqlLimits } from "../limits.ts";
import { Budget } from "./budget.ts";
import { faultIn, fieldError } from "./error-answer.ts";
import type { Executed } from "./executed.ts";
import type { Operation } from "./operation.ts";
import type { PluginOperations } from "./plugin-operations.ts";
import { Reader } from "./reader.ts";
import { type Resolving, resolveField, resolveType } from "./resolve.ts";
import { Writer } from "./writer.ts";

export interface RunOptions {
  readonly schema: GraphQLSchema;
  readonly store: Store;
  readonly limits: GraphqlLimits;
  /** Sizes of pages and of the conditions of one list. */
  readonly checkLimits: CheckLimits;
  /** Told of every fault of ours. */
  readonly report: (fault: unknown) => void;
  /** What carries out the operations of plugins, by the name of their root field. */
  readonly operations?: PluginOperations;
}

/**
 * Runs an operation by graphql-js, field by field: any operation, and with every error where it belongs. A query is
 * answered at once. `end` is that of its budget.
 */
export function runPlainly(options: RunOptions, asked: Operation, end: number): Executed | Promise<Executed> {
  const result = execute({
    schema: options.schema,
    document: asked.prepared.document,
    operationName: asked.operation.name?.value ?? null,
    variableValues: asked.variables,
    contextValue: resolving(options, asked, end),
    ...(options.operations && { rootValue: options.operations }),
    fieldResolver: resolveField,
    typeResolver: resolveType,
  });
  return result instanceof Promise ? result.then((done) => answer(options, done)) : answer(options, result);
}

function resolving({ store, limits, checkLimits }: RunOptions, { caller, request }: Operation, end: number): Resolving {
  const { access } = caller;
  const reader = new Reader({ store, access, limits: checkLimits, work: limits.work });
  const writer = new Writer({ store, access, reader });
  return { caller, request, reader, writer, budget: new Budget(limits, end), prepared: new Map() };
}

function answer({ report }: RunOptions, { errors = [], data }: ExecutionResult): Executed {
  for (const error of errors) {
    const fault = faultIn(error);
    if (fault !== undefined) report(fault);
  }
  const told = errors.length === 0 ? {} : { errors: errors.map(fieldError) };
  return { status: 200, body: JSON.stringify({ ...told, data: data ?? null }) };
}
