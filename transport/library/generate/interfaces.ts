import type { AnyModel, Attribute, ScalarAttribute, Schema } from "../../../engine/internal.ts";
import { SCALAR_FORMATS, type ScalarFormat } from "../../contract/model/scalar-format.ts";
import { answeredAttributes, mustBeGiven, writableAttributes } from "../../contract/model/shown-attributes.ts";

/** The source of the interfaces of one schema. */
export interface Naming {
  readonly schema: Schema;
  /** Names of interfaces by uid. */
  readonly names: ReadonlyMap<string, string>;
}

/** An entry of any content type; empty if no attribute leads to one. */
export function morphType({ schema, names }: Naming): string {
  const models = [...schema.types.values(), ...schema.components.values()];
  const isUsed = models.some(({ attributes }) => [...attributes.values()].some(({ kind }) => kind === "morph"));
  if (!isUsed) return "";
  const entries = [...schema.types.keys()].map((uid) => `(${names.get(uid)} & { __type: ${JSON.stringify(uid)} })`);
  return `/** An entry of any content type. */
export type Morph =
  | ${entries.join("\n  | ")};

/** Documents of any content type: the new value of a relation, or changes of it. */
export type MorphLink =
  | MorphReference
  | readonly MorphReference[]
  | { set?: readonly MorphReference[]; connect?: readonly MorphReference[]; disconnect?: readonly MorphReference[] };

export interface MorphReference {
  __type: Morph["__type"];
  documentId: string;
}
`;
}

/** The interfaces of a content type or component: of answers, and of data to write. */
export function interfacesOf(naming: Naming, model: AnyModel): string {
  const name = naming.names.get(model.uid) ?? "";
  const shown = answeredAttributes(model);
  const isType = model.model === "content-type";
  const entry = [
    "  id: number;",
    ...(isType ? ["  documentId: string;"] : []),
    ...shown.flatMap((attribute) => (attribute.kind === "scalar" ? [scalarLine(attribute)] : [])),
    ...(isType ? ["  createdAt: string;", "  updatedAt: string;", "  publishedAt: string | null;"] : []),
    ...shown.flatMap((attribute) => nestedLine(naming, attribute)),
  ];
  const input = [
    ...(isType ? [] : ["  id?: number;"]),
    ...writableAttributes(model).flatMap((attribute) => inputLine(naming, model, attribute)),
  ];
  const about = `${model.displayName.replace(/\*\//g, "")}, \`${model.uid}\`.`;
  return `/** ${about} What is optional is there when it is populated. */
export interface ${name} {
${entry.join("\n")}
}

export interface ${name}Input {
${input.join("\n")}
}
`;
}

function scalarLine(attribute: ScalarAttribute): string {
  // Base of the interfaces of localized types: an entry is in one locale.
  if (attribute.system && attribute.name === "locale") return "  locale: Locale;";
  return `  ${keyOf(attribute.name)}: ${scalarType(attribute)}${attribute.required ? "" : " | null"};`;
}

function scalarType(attribute: ScalarAttribute): string {
  if (attribute.enum !== undefined) return attribute.enum.map((value) => JSON.stringify(value)).join(" | ");
  return TYPES[SCALAR_FORMATS[attribute.type]];
}

const TYPES: { readonly [F in ScalarFormat]: string } = {
  text: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  "big integer": "string",
  date: "string",
  time: "string",
  instant: "string",
  timestamp: "string",
  json: "Json",
  blocks: "Blocks",
};

function nestedLine(naming: Naming, attribute: Attribute): string[] {
  const type = nestedType(naming, attribute, "");
  return type === null ? [] : [`  ${keyOf(attribute.name)}?: ${type};`];
}

/** The type behind a relation, media, component or zone; `suffix` is added to its name. */
function nestedType({ schema, names }: Naming, attribute: Attribute, suffix: "" | "Input"): string | null {
  const named = (uid: string) => `${names.get(uid)}${suffix}`;
  switch (attribute.kind) {
    case "relation":
    case "media": {
      const target = named(schema.target(attribute).uid);
      return attribute.many ? `${target}[]` : `${target} | null`;
    }
    case "component":
      return attribute.repeatable ? `${named(attribute.component)}[]` : `${named(attribute.component)} | null`;
    case "dynamiczone": {
      const items = attribute.components.map((uid) => `(${named(uid)} & { __component: ${JSON.stringify(uid)} })`);
      return items.length === 0 ? "never[]" : `(${items.join(" | ")})[]`;
    }
    case "morph":
      return attribute.many ? "Morph[]" : "Morph | null";
    default:
      return null;
  }
}

function inputLine(naming: Naming, model: AnyModel, attribute: Attribute): string[] {
  const mark = mustBeGiven(model, attribute) ? "" : "?";
  return [`  ${keyOf(attribute.name)}${mark}: ${inputType(naming, attribute)};`];
}

function inputType(naming: Naming, attribute: Attribute): string {
  if (attribute.kind === "relation" || attribute.kind === "media") return "Link | null";
  if (attribute.kind === "morph") return "MorphLink | null";
  if (attribute.kind === "scalar") return `${scalarType(attribute)}${attribute.required ? "" : " | null"}`;
  return nestedType(naming, attribute, "Input") ?? "never";
}

/** Name of a member, quoted if necessary. */
export function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
