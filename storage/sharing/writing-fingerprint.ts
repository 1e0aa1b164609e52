import { createHash } from "node:crypto";
import type { AnyModel, Attribute, Schema } from "../../engine/internal.ts";

/**
 * A hash that is equal for schemas under which writes store the same. It covers types and components, with everything
 * that decides about stored values and links, regardless of the order of declarations.
 */
export function writingFingerprint(schema: Schema): string {
  const models = [...schema.types.values(), ...schema.components.values()].map(formOf).sort();
  return createHash("sha256").update(JSON.stringify(models)).digest("hex");
}

function formOf(model: AnyModel): string {
  const attributes = [...model.attributes.values()].map((attribute) => JSON.stringify(storedForm(attribute))).sort();
  if (model.model === "component") return JSON.stringify([model.uid, attributes]);
  const { uid, kind, draftAndPublish, locale, shared } = model;
  return JSON.stringify([uid, kind, draftAndPublish, locale, [...shared].sort(), attributes]);
}

function storedForm(attribute: Attribute): readonly unknown[] {
  const { name, kind } = attribute;
  switch (attribute.kind) {
    case "scalar":
      return [name, attribute.type, attribute.enum ?? null];
    case "component":
      return [name, kind, attribute.component, attribute.repeatable];
    case "dynamiczone":
      return [name, kind, [...attribute.components].sort()];
    case "relation":
      return [name, kind, attribute.relation, attribute.target, attribute.mappedBy ?? null];
    default:
      return [name, kind, attribute.many];
  }
}
