import { requestOrigin } from "../../../../hooks/hook-origin.ts";
import { withinOrigin } from "../../../../hooks/hook-scope.ts";
import type { Answer } from "../../../../http/answer.ts";
import type { OwnOperation } from "../../../../parts/graphql/extension/schema-extension.ts";
import { headersOf } from "../../koa/koa-answer.ts";
import type { ReadBy } from "../../koa/read-source.ts";
import { type OpenedContext, operationContext } from "../../routing/request-contexts.ts";
import type { RoutedProject } from "../../routing/routed-project.ts";

/** Shared by the resolvers of one operation. */
interface Opened extends OpenedContext {
  /** The third argument of resolvers. */
  readonly context: object;
}

/** Runs resolvers of a project, with one context for each operation. */
export class OperationContexts {
  readonly #project: RoutedProject;
  readonly #readBy: (store: OwnOperation["store"]) => ReadBy;
  readonly #opening = new WeakMap<OwnOperation, Promise<Opened>>();
  readonly #opened = new WeakMap<OwnOperation, Opened>();

  constructor(project: RoutedProject, readBy: (store: OwnOperation["store"]) => ReadBy) {
    this.#project = project;
    this.#readBy = readBy;
  }

  /** Runs a resolver with the context of its operation. */
  async run(operation: OwnOperation, resolve: (context: object) => unknown): Promise<unknown> {
    const { caller, request } = operation;
    const { context } = await this.#contextOf(operation);
    const origin = requestOrigin(caller, "graphql", request);
    return this.within(operation, () => withinOrigin(origin, async () => resolve(context)));
  }

  within<T>(operation: OwnOperation, work: () => T): T {
    return this.#project.within(operation.store, this.#opened.get(operation)?.ctx, work);
  }

  /** The headers that resolvers have set. */
  headersFor(operation: OwnOperation): Pick<Answer, "headers" | "replaced"> {
    const opened = this.#opened.get(operation);
    if (opened === undefined) return {};
    const { ctx, isGiven } = opened;
    // The middlewares around all requests send the headers of the same `ctx`.
    if (isGiven) return {};
    ctx.response.end();
    return headersOf(ctx.response);
  }

  #contextOf(operation: OwnOperation): Promise<Opened> {
    const known = this.#opening.get(operation) ?? this.within(operation, () => this.#open(operation));
    this.#opening.set(operation, known);
    return known;
  }

  async #open(operation: OwnOperation): Promise<Opened> {
    const made = await operationContext(this.#readBy(operation.store), operation, this.#project.strapi);
    const { ctx } = made;
    const opened = { ...made, context: { state: ctx.state, koaContext: ctx } };
    this.#opened.set(operation, opened);
    return opened;
  }
}
