import { type Attribute, SCALAR_TYPES, type ScalarType } from "./attribute.ts";
import { customFieldType } from "./custom-field.ts";
import { defineComponentUse, defineDynamicZone } from "./define-component-use.ts";
import { defineMedia, defineRelation } from "./define-link.ts";
import { defineScalar } from "./define-scalar.ts";
import { isRecord, type UnknownRecord } from "./record.ts";
import type { Report } from "./schema-error.ts";
import type { Scope } from "./scope.ts";

type Define = (name: string, definition: UnknownRecord, scope: Scope, report: Report) => Attribute | undefined;

/**
 * An attribute as far as it can be told without the rest of the schema. Undefined when the faults in its definition,
 * all of which are reported, leave nothing to go on with.
 */
export function defineAttribute(
  name: string,
  definition: unknown,
  scope: Scope,
  report: Report,
): Attribute | undefined {
  if (!isRecord(definition)) {
    report([], "must be an object");
    return undefined;
  }
  const type =
    definition.type === "customField" ? customFieldType(definition.customField, scope.customFields) : definition.type;
  const define = DEFINE.get(type);
  if (define === undefined) report(["type"], definition.type == null ? "is missing" : `must be one of ${TYPES}`);
  return define?.(name, definition, scope, report);
}

const DEFINE: ReadonlyMap<unknown, Define> = new Map<ScalarType | string, Define>([
  ...SCALAR_TYPES.map((type): [ScalarType, Define] => [
    type,
    (name, definition, _scope, report) => defineScalar(name, type, definition, report),
  ]),
  ["relation", defineRelation],
  ["media", defineMedia],
  ["component", defineComponentUse],
  ["dynamiczone", defineDynamicZone],
]);

const TYPES = [...DEFINE.keys(), "customField"].join(", ");
