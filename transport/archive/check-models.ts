import {
  type AnyModel,
  type Attribute,
  defineSchema,
  type Schema,
  type SchemaDefinition,
  SchemaError,
} from "../../engine/index.ts";
import { archiveDefinition } from "./archive-definition.ts";
import { locate } from "./archive-source.ts";
import type { Faults } from "./faults.ts";
import type { PlacedLine, Survey } from "./survey.ts";

/**
 * Takes down where content types and components of an archive and of a project disagree about what is in both. What
 * only one of them has is judged by the rows that need it.
 */
export function checkModels(survey: Survey, schema: Schema, faults: Faults): void {
  const exported = define(survey, faults);
  if (exported === undefined) return;
  for (const [uid, type] of exported.types) {
    const [line, own] = [survey.contentTypes.get(uid), schema.types.get(uid)];
    if (line === undefined || own === undefined || !uid.startsWith("api::")) continue;
    if (own.kind !== type.kind) disagree(line, ["kind"], type.kind, own.kind, faults);
    if (own.draftAndPublish !== type.draftAndPublish)
      disagree(line, ["options", "draftAndPublish"], type.draftAndPublish, own.draftAndPublish, faults);
    checkAttributes(line, type, own, faults);
  }
  for (const [uid, component] of exported.components) {
    const [line, own] = [survey.components.get(uid), schema.components.get(uid)];
    if (line !== undefined && own !== undefined) checkAttributes(line, component, own, faults);
  }
}

function define(survey: Survey, faults: Faults): Schema | undefined {
  try {
    // What it is made of is for defineSchema to check.
    return defineSchema(archiveDefinition(survey) as SchemaDefinition);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    for (const issue of error.issues) {
      const { file, path, message } = locate(issue, survey);
      faults.add(file, path, message);
    }
    return undefined;
  }
}

function checkAttributes(line: PlacedLine, exported: AnyModel, own: AnyModel, faults: Faults): void {
  for (const attribute of exported.attributes.values()) {
    const other = own.attributes.get(attribute.name);
    if (other === undefined) continue;
    const [here, there] = [traitsOf(attribute), traitsOf(other)];
    for (const key of Object.keys(here)
      .filter((each) => here[each] !== there[each])
      .slice(0, 1))
      disagree(line, ["attributes", attribute.name, key], here[key], there[key], faults);
  }
}

/** What an attribute's stored values depend on; the first difference explains those that follow. */
function traitsOf(attribute: Attribute): { readonly [key: string]: unknown } {
  switch (attribute.kind) {
    case "scalar":
      return { type: attribute.type };
    case "relation":
      return { type: "relation", target: attribute.target, relation: attribute.relation, mappedBy: attribute.mappedBy };
    case "media":
      return { type: "media", multiple: attribute.many };
    case "component":
      return { type: "component", component: attribute.component, repeatable: attribute.repeatable };
    case "dynamiczone":
      return { type: "dynamiczone" };
    case "morph":
      return { type: "relation", relation: attribute.relation };
  }
}

function disagree(line: PlacedLine, path: readonly string[], here: unknown, there: unknown, faults: Faults): void {
  faults.add(line.place, [String(line.value.uid), ...path], `is ${word(here)} here and ${word(there)} in the project`);
}

function word(value: unknown): string {
  return value === undefined ? "absent" : String(value);
}
