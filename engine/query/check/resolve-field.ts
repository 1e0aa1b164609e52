import type { Stage } from "./faults.ts";
import { findField, type NestingField, type ScalarField } from "./field.ts";
import { below, invalidKey } from "./refusal.ts";
import type { ParamScope } from "./scope.ts";

/**
 * Finds the field that a name in a filter or a sort refers to. Throws if the model has no such field. A field that may
 * not be used is recorded as a fault, and the result is null.
 */
export function resolveField(scope: ParamScope, name: string): ScalarField | NestingField | null {
  const field = findField(scope.model, name);
  if (field === null) throw invalidKey(name, scope.path, scope.param);
  switch (field.kind) {
    case "dynamiczone":
      return refuse(scope, name, "zone");
    case "morph":
      return refuse(scope, name, "morph");
    case "hidden":
      return refuse(scope, name, "private");
    case "scalar":
      if (field.type === "password") return refuse(scope, name, "password");
  }
  if (scope.context.conceals(field)) return refuse(scope, name, "private");
  return scope.context.mayRead(field) ? field : refuse(scope, name, "unreadable");
}

function refuse(scope: ParamScope, name: string, stage: Stage): null {
  scope.context.faults.report(stage, () => invalidKey(name, below(scope.path, name), scope.param));
  return null;
}
