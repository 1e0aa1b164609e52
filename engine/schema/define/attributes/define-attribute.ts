import { type Attribute, SCALAR_TYPES, type ScalarType } from "../../attribute.ts";
import { customFieldType, isKnownCustomField } from "../../custom-field.ts";
import type { Report } from "../../schema-error.ts";
import { isRecord, type UnknownRecord } from "../../shapes/record.ts";
import type { DefinitionScope } from "../scope.ts";
import { defineComponentUse, defineDynamicZone } from "./define-component-use.ts";
import { defineMedia, defineRelation } from "./define-link.ts";
import { defineScalar } from "./define-scalar.ts";

type Define = (
  name: string,
  definition: UnknownRecord,
  scope: DefinitionScope,
  report: Report,
) => Attribute | undefined;

/**
 * Defines an attribute as far as possible without the rest of the schema. Reports all faults; undefined if they leave
 * no usable attribute.
 */
export function defineAttribute(
  name: string,
  definition: unknown,
  scope: DefinitionScope,
  report: Report,
): Attribute | undefined {
  if (!isRecord(definition)) {
    report([], "must be an object");
    return undefined;
  }
  const isCustom = definition.type === "customField";
  const type = isCustom ? customFieldType(definition.customField, scope.customFields) : definition.type;
  const define = DEFINE.get(type);
  if (define === undefined) report(["type"], definition.type == null ? "is missing" : `must be one of ${TYPES}`);
  const attribute = define?.(name, definition, scope, report);
  const isGuessed = isCustom && !isKnownCustomField(definition.customField, scope.customFields);
  return isGuessed && attribute?.kind === "scalar" ? { ...attribute, guessed: true } : attribute;
}

const DEFINE: ReadonlyMap<unknown, Define> = new Map<ScalarType | string, Define>([
  ...SCALAR_TYPES.map((type): [ScalarType, Define] => [
    type,
    (name, definition, scope, report) => defineScalar(name, type, definition, scope, report),
  ]),
  ["relation", defineRelation],
  ["media", defineMedia],
  ["component", defineComponentUse],
  ["dynamiczone", defineDynamicZone],
]);

const TYPES = [...DEFINE.keys(), "customField"].join(", ");
