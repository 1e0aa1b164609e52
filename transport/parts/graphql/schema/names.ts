import type { AnyModel, ContentType } from "../../../../engine/internal.ts";

/** Name of the object type of a content type or component: `MenuItem`, `UploadFile`, `ComponentSharedSeo`. */
export function typeName(model: AnyModel): string {
  if (model.model === "component") return pascalCase(`component_${model.uid}`);
  return pluginName(model) + pascalCase(model.singularName);
}

/** Name of the field for one entry, and of a single type: `menuItem`. */
export function oneFieldName(type: ContentType): string {
  return lowerFirst(typeName(type));
}

/** Name of the field for a list: `menuItems`. */
export function listFieldName(type: ContentType): string {
  return lowerFirst(pluginName(type) + pascalCase(type.pluralName));
}

/** `MenuItemSideZone`: common prefix of the types that are created for one attribute. */
export function attributeTypeName(model: AnyModel, attribute: string): string {
  return typeName(model) + pascalCase(attribute);
}

/** `plugin::upload.file` → `Upload`; nothing for the types of a project. */
function pluginName({ uid }: ContentType): string {
  return uid.startsWith("plugin::") ? pascalCase(uid.slice("plugin::".length, uid.indexOf("."))) : "";
}

/** Words as lodash's `camelCase` splits them: at a change of case, a digit or any other character. */
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

function pascalCase(text: string): string {
  const words = text.match(WORD) ?? [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join("");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
