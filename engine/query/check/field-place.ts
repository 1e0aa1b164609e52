import type { FieldType } from "./field.ts";
import { invalid } from "./refusal.ts";
import type { Scope } from "./scope.ts";

/** A field to compare, at its place in the tree of filters. */
export interface FieldPlace {
  readonly scope: Scope;
  readonly name: string;
  readonly type: FieldType;
  /** Dotted way to the field, itself included. */
  readonly path: string | null;
}

/** Remembers that an operand is not one of the field's type. */
export function reportOperand({ scope, path }: FieldPlace, key: string, message: string): void {
  scope.context.faults.report("operand", () => invalid(message, { key, path, source: "query", param: scope.param }));
}
