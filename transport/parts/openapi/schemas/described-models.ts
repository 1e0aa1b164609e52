import type { Action, AnyModel, Attribute, ContentType } from "../../../../engine/internal.ts";
import { hasRight } from "../../../access/tokens.ts";
import { type Context, mayAskForDrafts, shownAttributes } from "../context.ts";
import type { DescribedModel } from "../document.ts";
import { hasInputSchema, inputAttributes } from "./input-schemas.ts";

/**
 * Facts about a model and its attributes that the document's schemas do not express, for forms and tables. It has to be
 * called after all schemas have been built.
 */
export function describeModel(context: Context, model: AnyModel): DescribedModel {
  const isShared = (name: string) => model.model !== "component" && model.shared.has(name);
  const shown = new Set(shownAttributes(context, model));
  // Passwords and private attributes: forms need them, but no answer contains them.
  const hidden = new Set(hasInputSchema(context, model) ? inputAttributes(context, model) : []);
  const described = [...model.attributes.values()]
    .filter((attribute) => shown.has(attribute) || hidden.has(attribute))
    .map((attribute) => {
      const definition = { ...definitionOf(attribute), ...(!shown.has(attribute) && { readable: false }) };
      return [attribute.name, isShared(attribute.name) ? { ...definition, shared: true } : definition] as const;
    });
  const attributes = Object.fromEntries(described);
  if (model.model === "component") return { kind: "component", displayName: model.displayName, attributes };
  const { displayName, singularName, pluralName, draftAndPublish, kind, rest } = model;
  const { prefix = "/api" } = context.rest;
  return {
    kind: kind === "single" ? "singleType" : "collectionType",
    displayName,
    singularName,
    pluralName,
    draftAndPublish,
    ...(model.locale !== null && { localized: true }),
    ...(rest && { path: `${prefix}/${kind === "single" ? singularName : pluralName}` }),
    ...(draftAndPublish && { rights: rightsOf(context, model) }),
    attributes,
  };
}

function rightsOf(context: Context, type: ContentType): readonly Action[] {
  const actions = (["unpublish", "discardDraft"] as const).filter((action) => {
    return hasRight(context.asker.access, { type: type.uid, action });
  });
  return mayAskForDrafts(context, type) ? ["readDrafts", ...actions] : actions;
}

function definitionOf(attribute: Attribute): { readonly type: string; readonly [member: string]: unknown } {
  const common = { ...(attribute.required && { required: true }), ...(!attribute.writable && { writable: false }) };
  switch (attribute.kind) {
    case "scalar": {
      const {
        type,
        unique,
        default: preset,
        enum: values,
        min,
        max,
        minLength,
        maxLength,
        targetField,
        regex,
      } = attribute;
      const pattern = regex && { source: regex.source, flags: regex.flags };
      const limits = { default: preset, enum: values, min, max, minLength, maxLength, targetField, regex: pattern };
      return { type, ...common, ...(unique && { unique }), ...limits };
    }
    case "relation": {
      const { relation, target } = attribute;
      return { type: "relation", ...common, relation, target };
    }
    case "media": {
      const { many, allowedTypes } = attribute;
      return { type: "media", ...common, multiple: many, allowedTypes };
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
      return { type: "relation", ...common, relation: attribute.relation };
  }
}
