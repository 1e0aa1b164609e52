import * as z from "zod/mini";
import type { Attribute, RelationAttribute } from "../attribute.ts";
import type { Component } from "../content-type.ts";
import { below, type Report } from "../schema-error.ts";
import { checkShape } from "../shapes/check-shape.ts";
import type { UnknownRecord } from "../shapes/record.ts";
import { defineAttributes, type NameRule, RESERVED } from "./attributes/define-attributes.ts";
import type { Draft } from "./draft.ts";
import { isReservedAttributeName } from "./reserved.ts";
import type { DefinitionScope } from "./scope.ts";

const infoShape = { displayName: z.optional(z.string()) };
const optionsShape = { privateAttributes: z.optional(z.array(z.string())) };

/** Defines a component without the rest of the schema. */
export function defineComponent(
  uid: string,
  definition: UnknownRecord,
  scope: DefinitionScope,
  report: Report,
): Draft<Component> {
  const info = checkShape(infoShape, definition.info ?? {}, below(report, "info"));
  const options = checkShape(optionsShape, definition.options ?? {}, below(report, "options"));
  const privateNames = options?.privateAttributes ?? [];
  const nameRule = scope.tolerant ? serverRule : builderRule;
  const { sound, faulty } = defineAttributes(definition.attributes, nameRule, privateNames, scope, report);
  for (const attribute of sound.values())
    checkPlace(attribute, scope.tolerant, below(report, "attributes", attribute.name));
  const displayName = info?.displayName ?? uid.slice(uid.indexOf(".") + 1);
  return { model: Object.freeze({ model: "component", uid, displayName, attributes: sound }), faulty, report };
}

const builderRule: NameRule = (name) => (isReservedAttributeName(name) ? RESERVED : undefined);

/** A component has a numeric id, and no other field of its own. */
const serverRule: NameRule = (name) => (name === "id" ? RESERVED : undefined);

/** Uids, dynamic zones and two-way relations belong to content types only. */
function checkPlace(attribute: Attribute, tolerant: boolean, report: Report): void {
  const type = attribute.kind === "scalar" ? attribute.type : attribute.kind;
  if (type === "uid" || type === "dynamiczone") report(["type"], `must not be ${type} inside a component`);
  if (attribute.kind === "relation") checkOneWay(attribute, tolerant, report);
}

function checkOneWay(attribute: RelationAttribute, tolerant: boolean, report: Report): void {
  if (attribute.relation === "morphOne" || attribute.relation === "morphMany") {
    report(["relation"], `must not be ${attribute.relation} inside a component`);
    return;
  }
  if (!tolerant && attribute.relation !== "oneToOne" && attribute.relation !== "oneToMany")
    report(["relation"], "must be oneToOne or oneToMany inside a component");
  for (const key of ["inversedBy", "mappedBy"] as const)
    if (key in attribute) report([key], "must be absent inside a component");
}
