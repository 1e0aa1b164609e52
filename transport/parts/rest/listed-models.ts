import { type Component, type ContentType, FILE_TYPE, type Schema } from "../../../engine/internal.ts";
import { definedAttributes, LOCALIZED } from "../../contract/model/defined-attributes.ts";
import { isInternal } from "../../contract/model/internal-type.ts";
import { TODO_TYPE } from "../todo/todo.ts";

/** Content types in the form of Strapi's content type builder. */
export function listedTypes({ types }: Schema): readonly object[] {
  return [...types.values()].filter(({ uid }) => uid !== TODO_TYPE && !isInternal(uid)).map(listedType);
}

/** Components in the same form. */
export function listedComponents({ components }: Schema): readonly object[] {
  return [...components.values()].map(listedComponent);
}

function listedType(type: ContentType): object {
  const { uid, singularName, pluralName, displayName, draftAndPublish, locale } = type;
  const [, plugin] = /^plugin::([^.]+)/.exec(uid) ?? [];
  const schema = {
    draftAndPublish,
    displayName,
    singularName,
    pluralName,
    description: "",
    pluginOptions: locale === null ? {} : LOCALIZED,
    kind: type.kind === "single" ? "singleType" : "collectionType",
    attributes: definedAttributes(type),
    visible: true,
    restrictRelationsTo: uid === FILE_TYPE ? [] : null,
  };
  return { uid, ...(plugin !== undefined && { plugin }), apiID: singularName, schema };
}

function listedComponent(component: Component): object {
  const [category = "", apiId = ""] = component.uid.split(".");
  const schema = { displayName: component.displayName, description: "", attributes: definedAttributes(component) };
  return { uid: component.uid, category, apiId, schema };
}
