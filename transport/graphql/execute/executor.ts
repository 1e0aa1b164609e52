import {
  type ExecutionResult,
  execute,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
} from "graphql";
import type { Access, CheckLimits } from "../../../engine/index.ts";
import type { Store } from "../../../storage/index.ts";
import { holdsMoreThan } from "../document/count-values.ts";
import type { PreparedDocument } from "../document/prepared-document.ts";
import { type GraphqlLimits, LimitError } from "../limits.ts";
import { Budget } from "./budget.ts";
import { faultIn, fieldError, limitError, requestError } from "./error-answer.ts";
import { Reader } from "./reader.ts";
import { type Resolving, resolveField, resolveType } from "./resolve.ts";
import { Writer } from "./writer.ts";

export interface ExecutorOptions {
  readonly schema: GraphQLSchema;
  readonly store: Store;
  readonly limits: GraphqlLimits;
  /** Sizes of pages and of the conditions of one list. */
  readonly checkLimits: CheckLimits;
  /** Told of every fault of ours. */
  readonly report: (fault: unknown) => void;
}

/** One operation of a document that fits the schema. */
export interface Operation {
  readonly prepared: PreparedDocument;
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
  readonly access: Access;
}

export type Variables = { readonly [name: string]: unknown };

/** The answer to an operation: its status and its JSON text. */
export interface Executed {
  readonly status: 200 | 400;
  readonly body: string;
}

/** Runs operations: queries at once, mutations when they are durable. Never throws for what a caller sent. */
export class Executor {
  readonly #options: ExecutorOptions;

  constructor(options: ExecutorOptions) {
    this.#options = options;
  }

  run(asked: Operation): Executed | Promise<Executed> {
    try {
      return this.#run(asked);
    } catch (error) {
      return refusedBy(error);
    }
  }

  #run({ prepared, operation, variables: raw, access }: Operation): Executed | Promise<Executed> {
    const { schema, limits } = this.#options;
    if (operation.operation === "query" && holdsMoreThan(raw, limits.variables)) {
      throw new LimitError("variables", limits.variables, "values in variables");
    }
    const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], raw, { maxErrors: 50 });
    if (errors !== undefined) return refusal(errors.map((error) => requestError(error, "BAD_USER_INPUT")));
    const result = execute({
      schema,
      document: prepared.document,
      operationName: operation.name?.value ?? null,
      variableValues: raw,
      contextValue: this.#resolving(access),
      fieldResolver: resolveField,
      typeResolver: resolveType,
    });
    return result instanceof Promise ? result.then((done) => this.#answer(done)) : this.#answer(result);
  }

  #resolving(access: Access): Resolving {
    const { store, limits, checkLimits } = this.#options;
    const reader = new Reader({ store, access, limits: checkLimits });
    const writer = new Writer({ store, access, reader });
    return { reader, writer, budget: new Budget(limits), prepared: new Map() };
  }

  #answer({ errors = [], data }: ExecutionResult): Executed {
    for (const error of errors) {
      const fault = faultIn(error);
      if (fault !== undefined) this.#options.report(fault);
    }
    const told = errors.length === 0 ? {} : { errors: errors.map(fieldError) };
    return { status: 200, body: JSON.stringify({ ...told, data: data ?? null }) };
  }
}

function refusedBy(error: unknown): Executed {
  if (error instanceof LimitError) return refusal([limitError(error)]);
  throw error;
}

/** The answer to a request that is not executed: errors and no data. */
export function refusal(errors: readonly GraphQLFormattedError[]): Executed {
  return { status: 400, body: JSON.stringify({ errors }) };
}
