import type { AnyModel } from "../../schema/content-type.ts";
import type { CheckContext } from "./context.ts";
import type { NestingField } from "./field.ts";
import { below, invalid, type Parameter } from "./refusal.ts";

/** A point in a parameter's tree: the model whose names are used there, and the path to it. */
export interface ParamScope {
  readonly context: CheckContext;
  readonly param: Parameter;
  readonly model: AnyModel;
  /** Dotted names of the attributes on the path; null at the root. */
  readonly path: string | null;
  readonly depth: number;
}

/** The scope of a parameter at the root, or at the populated model inside `populate`. */
export function rootScope(context: CheckContext, param: Parameter, model: AnyModel, depth = 0): ParamScope {
  return { context, param, model, path: null, depth };
}

/** The scope one attribute further. */
export function scopeBehind(scope: ParamScope, name: string, attribute: NestingField): ParamScope {
  return {
    ...scope,
    model: scope.context.behind(attribute),
    path: below(scope.path, name),
    depth: scope.depth + 1,
  };
}

/** Records that the value at this point has an invalid shape. */
export function reportShape({ context, param }: ParamScope, key: string, path: string | null, message: string): void {
  context.faults.report("shape", () => invalid(message, { key, path, source: "query", param }));
}
