import type { AnyModel, Attribute, ScalarAttribute, ScalarType, Schema } from "../../../engine/index.ts";

/** What the interfaces of one schema are written from. */
export interface Naming {
  readonly schema: Schema;
  /** Names of interfaces by uid. */
  readonly names: ReadonlyMap<string, string>;
}

/** The interfaces of a content type or component: what is answered, and what may be written. */
export function interfacesOf(naming: Naming, model: AnyModel): string {
  const name = naming.names.get(model.uid) ?? "";
  const attributes = [...model.attributes.values()];
  const shown = attributes.filter((attribute) => !attribute.private && !isPassword(attribute));
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
    ...attributes.flatMap((attribute) => inputLine(naming, model, attribute)),
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

function isPassword(attribute: Attribute): boolean {
  return attribute.kind === "scalar" && attribute.type === "password";
}

function scalarLine(attribute: ScalarAttribute): string {
  return `  ${keyOf(attribute.name)}: ${scalarType(attribute)}${attribute.required ? "" : " | null"};`;
}

function scalarType(attribute: ScalarAttribute): string {
  if (attribute.enum !== undefined) return attribute.enum.map((value) => JSON.stringify(value)).join(" | ");
  return TYPES[attribute.type];
}

const TYPES: { readonly [T in ScalarType]: string } = {
  string: "string",
  text: "string",
  richtext: "string",
  email: "string",
  uid: "string",
  password: "string",
  enumeration: "string",
  integer: "number",
  float: "number",
  decimal: "number",
  biginteger: "string",
  boolean: "boolean",
  date: "string",
  time: "string",
  datetime: "string",
  timestamp: "string",
  json: "Json",
  blocks: "Blocks",
};

function nestedLine(naming: Naming, attribute: Attribute): string[] {
  const type = nestedType(naming, attribute, "");
  return type === null ? [] : [`  ${keyOf(attribute.name)}?: ${type};`];
}

/** What stands behind a relation, media, component or zone; `suffix` is that of the names to use. */
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
    default:
      return null;
  }
}

function inputLine(naming: Naming, model: AnyModel, attribute: Attribute): string[] {
  if (!attribute.writable || attribute.kind === "morph") return [];
  const mark = mustBeGiven(model, attribute) ? "" : "?";
  return [`  ${keyOf(attribute.name)}${mark}: ${inputType(naming, attribute)};`];
}

function inputType(naming: Naming, attribute: Attribute): string {
  if (attribute.kind === "relation" || attribute.kind === "media") return "Link | null";
  if (attribute.kind === "scalar") return `${scalarType(attribute)}${attribute.required ? "" : " | null"}`;
  return nestedType(naming, attribute, "Input") ?? "never";
}

/** A draft may lack everything; a required relation or file is never asked for. */
function mustBeGiven(model: AnyModel, attribute: Attribute): boolean {
  if (model.model === "content-type" && model.draftAndPublish) return false;
  if (attribute.kind === "relation" || attribute.kind === "media") return false;
  return attribute.required && !(attribute.kind === "scalar" && attribute.default !== undefined);
}

/** A name of a member, in quotes where it has to be. */
export function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
