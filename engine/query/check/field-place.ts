import type { EngineError } from "../../error.ts";
import type { FieldType } from "./field.ts";
import { invalid, invalidKey } from "./refusal.ts";
import type { ParamScope } from "./scope.ts";

/** A field to compare, at its place in the tree of filters. */
export interface FieldPlace {
  readonly scope: ParamScope;
  readonly name: string;
  readonly type: FieldType;
  /** Dotted way to the field, itself included. */
  readonly path: string | null;
}

/** Remembers that an operand is not one of the field's type. */
export function reportOperand({ scope, path }: FieldPlace, key: string, message: string): void {
  scope.context.faults.report("operand", () => invalid(message, { key, path, source: "query", param: scope.param }));
}

/**
 * The refusal of a name below a field or an operator, where there is none. Lists longer than lists may be arrive as
 * objects with indexes for names.
 */
export function invalidName({ scope, path }: FieldPlace, name: string): EngineError {
  if (!/^(0|[1-9]\d*)$/.test(name)) return invalidKey(name, path, scope.param);
  const message = `Invalid list at ${path}: too many values, or an index that is too high`;
  return invalid(message, { key: name, path, source: "query", param: scope.param, limit: "listValues" });
}
