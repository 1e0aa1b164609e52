import type { EngineError } from "../../error.ts";
import type { FieldType } from "./field.ts";
import { invalid, invalidKey } from "./refusal.ts";
import type { ParamScope } from "./scope.ts";

/** A field in a comparison, with its place in the tree of filters. */
export interface FieldPlace {
  readonly scope: ParamScope;
  readonly name: string;
  readonly type: FieldType;
  /** Dotted path to the field, including its own name. */
  readonly path: string | null;
}

/** Records that an operand does not have the field's type. */
export function reportOperand({ scope, path }: FieldPlace, key: string, message: string): void {
  scope.context.faults.report("operand", () => invalid(message, { key, path, source: "query", param: scope.param }));
}

/**
 * The error for a name below a field or an operator, where none is allowed. A list that is too long may have been
 * parsed as an object whose names are indexes.
 */
export function invalidName({ scope, path }: FieldPlace, name: string): EngineError {
  if (!/^(0|[1-9]\d*)$/.test(name)) return invalidKey(name, path, scope.param);
  const message = `Invalid list at ${path}: too many values, or an index that is too high`;
  return invalid(message, { key: name, path, source: "query", param: scope.param, limit: "listValues" });
}
