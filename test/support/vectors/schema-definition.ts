import type { ContentTypeDefinition, SchemaDefinition } from "../../../engine/schema/definition.ts";
import type { TypeDefinition, Types } from "./format.ts";

/** The types of a file of vectors in the form of Strapi's schema files. */
export function schemaDefinition({ types, components }: Types): SchemaDefinition {
  return {
    contentTypes: Object.fromEntries(
      Object.entries(types).map(([name, type]) => [`api::${name}.${name}`, contentType(name, type)]),
    ),
    components: Object.fromEntries(Object.entries(components).map(([uid, attributes]) => [uid, { attributes }])),
  };
}

function contentType(
  name: string,
  { kind, plural, dp, pluginOptions, attributes }: TypeDefinition,
): ContentTypeDefinition {
  return {
    kind: kind ?? "collectionType",
    info: { singularName: name, pluralName: plural, displayName: name },
    options: { draftAndPublish: dp ?? true },
    ...(pluginOptions && { pluginOptions }),
    attributes,
  };
}
