import {
  type AnyModel,
  type Attribute,
  type Schema,
  type SchemaDefinition,
  SchemaError,
} from "../../../../engine/internal.ts";
import { repairDefinition } from "../../project/repair-definition.ts";
import { archiveDefinition } from "./archive-definition.ts";
import { locate } from "./archive-source.ts";
import type { Faults } from "./faults.ts";
import type { PlacedLine, Survey } from "./survey.ts";

/** The names of models and attributes, `api::post.post` and `api::post.post.title`, that are left out of a schema. */
export type LeftOutNames = ReadonlySet<string>;

/**
 * Reports where an archive and a project disagree about content types and components that both have. Those that only one
 * has are judged by the rows that need them. Returns what cannot be served, so that it is removed from both.
 */
export function checkModels(survey: Survey, schema: Schema, faults: Faults): LeftOutNames {
  const leftOut = new Set<string>();
  const exported = define(survey, faults, leftOut);
  if (exported === undefined) return leftOut;
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
  return leftOut;
}

function define(survey: Survey, faults: Faults, leftOut: Set<string>): Schema | undefined {
  try {
    // The schema checks its attributes.
    const given = archiveDefinition(survey) as SchemaDefinition;
    const { definition, schema } = repairDefinition(given);
    for (const [uid, { attributes }] of Object.entries({ ...given.contentTypes, ...given.components })) {
      const served = definition.contentTypes[uid] ?? definition.components?.[uid];
      if (served === undefined) leftOut.add(uid);
      else for (const name of Object.keys(attributes)) if (!(name in served.attributes)) leftOut.add(`${uid}.${name}`);
    }
    return schema;
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
    if (other === undefined || (isGuess(other) && attribute.kind === "scalar")) continue;
    const [here, there] = [traitsOf(attribute), traitsOf(other)];
    for (const key of Object.keys(here)
      .filter((each) => here[each] !== there[each])
      .slice(0, 1))
      disagree(line, ["attributes", attribute.name, key], here[key], there[key], faults);
  }
}

/** Treated as json, which accepts any value. */
function isGuess(attribute: Attribute): boolean {
  return attribute.kind === "scalar" && attribute.guessed === true;
}

/** The properties of an attribute that its stored values depend on; the first difference explains the others. */
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
