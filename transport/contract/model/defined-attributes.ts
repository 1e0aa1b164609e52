import type { AnyModel, Attribute } from "../../../engine/internal.ts";

export const LOCALIZED = { i18n: { localized: true } };

/** An attribute as a schema.json has it. */
export interface DefinedAttribute {
  readonly type: string;
  readonly [member: string]: unknown;
}

/**
 * The attributes of a model in the form of its schema.json. Of a localized type, all attributes but the shared ones are
 * localized; Strapi lists relations without this mark.
 */
export function definedAttributes(model: AnyModel): { readonly [name: string]: DefinedAttribute } {
  const shared = model.model === "content-type" && model.locale !== null ? model.shared : null;
  const listed = [...model.attributes.values()]
    .filter(({ system }) => system !== true)
    .map((attribute) => {
      const isLocalized = shared !== null && attribute.kind !== "relation" && !shared.has(attribute.name);
      return [attribute.name, { ...definedAttribute(attribute), ...(isLocalized && { pluginOptions: LOCALIZED }) }];
    });
  return Object.fromEntries(listed);
}

function definedAttribute(attribute: Attribute): DefinedAttribute {
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
