import type { ComponentDefinition, ContentTypeDefinition, UnknownRecord } from "../../../../engine/internal.ts";

/** A content type as an archive contains it: its definition with what Strapi adds to every type. */
export function typeLine(uid: string, definition: ContentTypeDefinition): UnknownRecord {
  const [owner = "", modelName = ""] = uid.replace(/^\w+::/, "").split(".");
  const { kind = "collectionType", collectionName = tableOf(definition), rest, ...others } = definition;
  const plugin = uid.startsWith("plugin::") ? { plugin: owner } : {};
  return {
    ...others,
    collectionName,
    options: { draftAndPublish: false, ...definition.options },
    attributes: { ...definition.attributes, ...addedTo(uid, collectionName) },
    kind,
    modelType: "contentType",
    modelName,
    uid,
    ...plugin,
    globalId: pascalCase("plugin" in plugin ? `${owner}-${modelName}` : modelName),
  };
}

/** A component as an archive contains it. */
export function componentLine(uid: string, definition: ComponentDefinition): UnknownRecord {
  const [category = "", name = ""] = uid.split(".");
  const collectionName = definition.collectionName ?? `components_${category}_${name}`.replaceAll("-", "_");
  const info = definition.info ?? { displayName: name };
  const globalId = `Component${pascalCase(`${category}-${name}`)}`;
  return { ...definition, collectionName, info, modelType: "component", modelName: name, uid, globalId };
}

function tableOf({ info }: ContentTypeDefinition): string {
  return info.pluralName.replaceAll("-", "_");
}

function addedTo(uid: string, table: string): UnknownRecord {
  const hidden = { writable: false, private: true, configurable: false, visible: false };
  const creator = { type: "relation", relation: "oneToOne", target: "admin::user", useJoinTable: false, ...hidden };
  const joinColumn = { name: "document_id", referencedColumn: "document_id", referencedTable: table };
  return {
    createdAt: { type: "datetime" },
    updatedAt: { type: "datetime" },
    publishedAt: { type: "datetime", configurable: false, writable: true, visible: true },
    createdBy: creator,
    updatedBy: creator,
    locale: { writable: true, private: true, configurable: false, visible: false, type: "string" },
    localizations: {
      type: "relation",
      relation: "oneToMany",
      target: uid,
      ...hidden,
      unstable_virtual: true,
      joinColumn,
    },
  };
}

function pascalCase(name: string): string {
  return name.replace(/(^|[-_.])([a-z0-9])/g, (_, _separator, first: string) => first.toUpperCase());
}
