import {
  type AnyModel,
  type Attribute,
  type Component,
  type ContentType,
  FILE_TYPE,
  type Schema,
} from "../../../engine/internal.ts";
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
    attributes: listedAttributes(type, locale === null ? undefined : type.shared),
    visible: true,
    restrictRelationsTo: uid === FILE_TYPE ? [] : null,
  };
  return { uid, ...(plugin !== undefined && { plugin }), apiID: singularName, schema };
}

const LOCALIZED = { i18n: { localized: true } };

function listedComponent(component: Component): object {
  const [category = "", apiId = ""] = component.uid.split(".");
  const schema = { displayName: component.displayName, description: "", attributes: listedAttributes(component) };
  return { uid: component.uid, category, apiId, schema };
}

/** `shared`: what all locales of a localized type share; other values are localized. Strapi lists relations without. */
function listedAttributes({ attributes }: AnyModel, shared?: ReadonlySet<string>): object {
  const listed = [...attributes.values()]
    .filter(({ system }) => system !== true)
    .map((attribute) => {
      const isLocalized = attribute.kind !== "relation" && shared?.has(attribute.name) === false;
      return [attribute.name, { ...listedAttribute(attribute), ...(isLocalized && { pluginOptions: LOCALIZED }) }];
    });
  return Object.fromEntries(listed);
}

function listedAttribute(attribute: Attribute): object {
  const { required, private: isPrivate } = attribute;
  const common = { ...(required && { required }), ...(isPrivate && { private: true }) };
  switch (attribute.kind) {
    case "scalar": {
      const { type, unique, default: preset, enum: values, minLength, maxLength, targetField, regex } = attribute;
      const limits = {
        min: attribute.min ?? attribute.minBig?.toString(),
        max: attribute.max ?? attribute.maxBig?.toString(),
      };
      const rules = { default: preset, enum: values, minLength, maxLength, targetField, regex: regex?.source };
      return { type, ...common, ...(unique && { unique }), ...limits, ...rules };
    }
    case "relation": {
      const { relation, target, inversedBy, mappedBy } = attribute;
      const morphs = relation === "morphOne" || relation === "morphMany";
      const ends = morphs ? { morphBy: mappedBy } : { inversedBy, mappedBy };
      const targetAttribute = (morphs ? undefined : (inversedBy ?? mappedBy)) ?? null;
      return { type: "relation", relation, target, ...ends, targetAttribute, required, private: isPrivate };
    }
    case "media": {
      const { many, allowedTypes } = attribute;
      return { type: "media", multiple: many, required, private: isPrivate, allowedTypes };
    }
    case "component": {
      const { component, repeatable, min, max } = attribute;
      return { type: "component", ...common, component, repeatable, min, max };
    }
    case "dynamiczone": {
      const { components, min, max } = attribute;
      return { type: "dynamiczone", ...common, components, min, max };
    }
    case "morph":
      return { type: "relation", relation: attribute.relation, targetAttribute: null, required, private: isPrivate };
  }
}
