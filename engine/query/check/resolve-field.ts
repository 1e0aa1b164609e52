import type { Stage } from "./faults.ts";
import { findField, type NestingField, type ScalarField } from "./field.ts";
import { below, invalidKey } from "./refusal.ts";
import type { ParamScope } from "./scope.ts";

/**
 * The field that a filter or a sort means by a name. Throws for a name that the model does not have; a name that must
 * not be used is remembered as a fault, and null.
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
