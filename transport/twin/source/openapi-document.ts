import { readFile } from "node:fs/promises";
import { isEntryField, isRecord, type SchemaDefinition, type UnknownRecord } from "../../../engine/internal.ts";

/** The OpenAPI document in a JSON file; null for any other file. */
export async function openApiDocument(path: string): Promise<UnknownRecord | null> {
  if (!/\.json$/i.test(path)) return null;
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    return isRecord(value) && typeof value.openapi === "string" ? value : null;
  } catch {
    // Who reads projects tells what is wrong with it.
    return null;
  }
}

/** The content types that a Galley's document describes, with names and all; null for the document of another server. */
export function describedTypes(document: UnknownRecord): SchemaDefinition | null {
  const models = document["x-galley-models"];
  if (!isRecord(models)) return null;
  const found = Object.entries(models).filter(([, model]) => isRecord(model)) as [string, UnknownRecord][];
  const types = found.filter(([uid]) => uid.startsWith("api::")).map(([uid, model]) => [uid, typeOf(model)]);
  const parts = found.filter(([, { kind }]) => kind === "component").map(([uid, model]) => [uid, partOf(model)]);
  return { contentTypes: Object.fromEntries(types), components: Object.fromEntries(parts) } as SchemaDefinition;
}

function typeOf({
  kind,
  displayName,
  singularName,
  pluralName,
  draftAndPublish,
  localized,
  attributes,
}: UnknownRecord) {
  return {
    kind,
    info: { displayName, singularName, pluralName },
    options: { draftAndPublish },
    ...(localized === true && LOCALIZED),
    attributes: attributesOf(attributes),
  };
}

function partOf({ displayName, attributes }: UnknownRecord) {
  return { info: { displayName }, attributes: attributesOf(attributes) };
}

/** Each locale has values of its own, also where they are equal. It changes nothing in types without locales. */
export const LOCALIZED = { pluginOptions: { i18n: { localized: true } } };

/** Of a model, without what the document says of its forms. */
function attributesOf(described: unknown): UnknownRecord {
  const attributes = Object.entries(isRecord(described) ? described : {}).flatMap(([name, attribute]) => {
    if (!isRecord(attribute) || isEntryField(name)) return [];
    const { readable, shared, regex, ...own } = attribute;
    return [
      [name, { ...own, ...(readable === false && { private: true }), ...(shared !== true && LOCALIZED) }] as const,
    ];
  });
  return Object.fromEntries(attributes);
}
