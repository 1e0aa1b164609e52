// Not the fourth version: see check-shape.ts.
import { z } from "zod/v3";
import type { Attribute, MorphAttribute, RelationAttribute } from "./attribute.ts";
import { checkShape } from "./check-shape.ts";
import type { Component } from "./content-type.ts";
import { defineAttributes } from "./define-attributes.ts";
import type { Draft } from "./draft.ts";
import type { UnknownRecord } from "./record.ts";
import { below, type Report } from "./schema-error.ts";
import type { Scope } from "./scope.ts";

const infoShape = { displayName: z.string().optional() };
const optionsShape = { privateAttributes: z.array(z.string()).optional() };

/** A component without a look at the rest of the schema. */
export function defineComponent(
  uid: string,
  definition: UnknownRecord,
  scope: Scope,
  report: Report,
): Draft<Component> {
  const info = checkShape(infoShape, definition.info ?? {}, below(report, "info"));
  const options = checkShape(optionsShape, definition.options ?? {}, below(report, "options"));
  const privateNames = options?.privateAttributes ?? [];
  const { sound, faulty } = defineAttributes(definition.attributes, false, privateNames, scope, report);
  for (const attribute of sound.values()) checkPlace(attribute, below(report, "attributes", attribute.name));
  const displayName = info?.displayName ?? uid.slice(uid.indexOf(".") + 1);
  return { model: Object.freeze({ model: "component", uid, displayName, attributes: sound }), faulty, report };
}

/** Uids, dynamic zones and relations with another end belong to content types only. */
function checkPlace(attribute: Attribute, report: Report): void {
  const type = attribute.kind === "scalar" ? attribute.type : attribute.kind;
  if (type === "uid" || type === "dynamiczone") report(["type"], `must not be ${type} inside a component`);
  if (attribute.kind === "relation" || attribute.kind === "morph") checkOneWay(attribute, report);
}

function checkOneWay(attribute: RelationAttribute | MorphAttribute, report: Report): void {
  if (attribute.relation !== "oneToOne" && attribute.relation !== "oneToMany")
    report(["relation"], "must be oneToOne or oneToMany inside a component");
  for (const key of ["inversedBy", "mappedBy"] as const)
    if (key in attribute) report([key], "must be absent inside a component");
}
