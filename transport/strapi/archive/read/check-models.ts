import {
  type AnyModel,
  type Attribute,
  type ScalarType,
  type Schema,
  type SchemaDefinition,
  SchemaError,
} from "../../../../engine/internal.ts";
import { repairDefinition } from "../../project/definition/repair-definition.ts";
import { archiveDefinition } from "./archive-definition.ts";
import { locate } from "./archive-source.ts";
import type { Faults } from "./faults.ts";
import type { PlacedLine, Survey } from "./survey.ts";

/** The names of models and attributes, `api::post.post` and `api::post.post.title`, that are left out of a schema. */
export type LeftOutNames = ReadonlySet<string>;

/** The differences between the models of an archive and of the project. */
export interface ModelChanges {
  /** Names removed from both, as they cannot be served, and attributes that are something else in the project. */
  readonly leftOut: LeftOutNames;
  /** Attributes of another type in the project: values that do not fit it are left out. */
  readonly fitted: LeftOutNames;
  /** One line for each attribute that has changed. */
  readonly notes: readonly string[];
}

/**
 * Reports where an archive and a project disagree about content types and components that both have. Those that only one
 * has are judged by the rows that need them.
 */
export function checkModels(survey: Survey, schema: Schema, faults: Faults): ModelChanges {
  const leftOut = new Set<string>();
  const changes = { leftOut, fitted: new Set<string>(), notes: [] as string[] };
  const exported = define(survey, faults, leftOut);
  if (exported === undefined) return changes;
  for (const [uid, type] of exported.types) {
    const [line, own] = [survey.contentTypes.get(uid), schema.types.get(uid)];
    if (line === undefined || own === undefined || !uid.startsWith("api::")) continue;
    if (own.kind !== type.kind) disagree(line, ["kind"], type.kind, own.kind, faults);
    if (own.draftAndPublish !== type.draftAndPublish && (faults.areStrict || own.draftAndPublish))
      disagree(line, ["options", "draftAndPublish"], type.draftAndPublish, own.draftAndPublish, faults);
    checkAttributes(line, [type, own], faults, changes);
  }
  for (const [uid, component] of exported.components) {
    const [line, own] = [survey.components.get(uid), schema.components.get(uid)];
    if (line !== undefined && own !== undefined) checkAttributes(line, [component, own], faults, changes);
  }
  return changes;
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

interface Changes {
  readonly leftOut: Set<string>;
  readonly fitted: Set<string>;
  readonly notes: string[];
}

function checkAttributes(
  line: PlacedLine,
  [exported, own]: readonly [AnyModel, AnyModel],
  faults: Faults,
  changes: Changes,
): void {
  for (const attribute of exported.attributes.values()) {
    const other = own.attributes.get(attribute.name);
    if (other === undefined || (isGuess(other) && attribute.kind === "scalar")) continue;
    const name = `${own.uid}.${attribute.name}`;
    const key = differenceOf(attribute, other);
    const [here, there] = key === undefined ? [] : [traitsOf(attribute)[key], traitsOf(other)[key]];
    const isWider = isWidened(attribute, other);
    if (key === undefined) {
      if (hasLostWords(attribute, other) && !faults.areStrict) changes.fitted.add(name);
    } else if (faults.areStrict && !(isWider && attribute.kind === "scalar")) {
      disagree(line, ["attributes", attribute.name, key], here, there, faults);
    } else {
      changes.notes.push(`${name} is ${word(here)} in the archive and ${word(there)} in the project`);
      if (isWider || canFit(attribute, other)) changes.fitted.add(name);
      else changes.leftOut.add(name);
    }
  }
}

/** The first property that differs, which explains the others. */
function differenceOf(attribute: Attribute, other: Attribute): string | undefined {
  const [here, there] = [traitsOf(attribute), traitsOf(other)];
  return Object.keys(here).find((key) => here[key] !== there[key]);
}

function hasLostWords(attribute: Attribute, other: Attribute): boolean {
  if (attribute.kind !== "scalar" || other.kind !== "scalar") return false;
  return attribute.enum?.some((word) => other.enum?.includes(word) !== true) === true;
}

/** Whether some values of the one may be values of the other. A password's hash is nobody else's value. */
function canFit(attribute: Attribute, other: Attribute): boolean {
  if (attribute.kind === "scalar" && other.kind === "scalar") return attribute.type !== "password";
  return attribute.kind === "component" && other.kind === "component" && attribute.component === other.component;
}

/** Treated as json, which accepts any value. */
function isGuess(attribute: Attribute): boolean {
  return attribute.kind === "scalar" && attribute.guessed === true;
}

/** The properties of an attribute that its stored values depend on. */
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

const TEXTS: ReadonlySet<ScalarType> = new Set(["string", "text", "richtext", "email", "uid"]);

/** The types that hold every value of a type, besides all of its own kind. */
const WIDER: { readonly [T in ScalarType]?: readonly ScalarType[] } = {
  integer: ["biginteger", "decimal", "float"],
  decimal: ["float"],
  float: ["decimal"],
};

/** Whether every value of an attribute in an archive has a place in the attribute of the project. */
function isWidened(from: Attribute, to: Attribute): boolean {
  if (from.kind === "scalar" && to.kind === "scalar") return isWiderType(from.type, to.type);
  if (from.kind === "media" && to.kind === "media") return to.many;
  if (from.kind === "component" && to.kind === "component") return from.component === to.component && to.repeatable;
  if (from.kind !== "relation" || to.kind !== "relation") return false;
  const isElsewhere = from.target !== to.target || from.mappedBy !== to.mappedBy;
  return !isElsewhere && isWiderRelation(from.relation, to.relation);
}

function isWiderType(from: ScalarType, to: ScalarType): boolean {
  // A password's hash has no place where others can read it.
  if (to === "json") return from !== "password";
  if (TEXTS.has(to)) return TEXTS.has(from) || from === "enumeration";
  return WIDER[from]?.includes(to) === true;
}

/** One end may have more than before, neither fewer. */
function isWiderRelation(from: string, to: string): boolean {
  const isLost = (end: RegExp) => end.test(from) && !end.test(to);
  return !isLost(/^many/) && !isLost(/Many$/);
}
