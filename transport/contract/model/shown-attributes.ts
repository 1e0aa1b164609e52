import { type AnyModel, type Attribute, isPassword, type ScalarAttribute } from "../../../engine/internal.ts";

/** The attributes of a model that any answer may contain: never private ones and passwords. */
export function answeredAttributes({ attributes }: AnyModel): readonly Attribute[] {
  return [...attributes.values()].filter((attribute) => !attribute.private && !isPassword(attribute));
}

/** The attributes that a caller may write: private ones too. */
export function writableAttributes({ attributes }: AnyModel): readonly Attribute[] {
  return [...attributes.values()].filter(({ writable }) => writable);
}

/** Whether a new entry must have the attribute. Drafts may lack any; relations and files are never required. */
export function mustBeGiven(model: AnyModel, attribute: Attribute): boolean {
  if (model.model === "content-type" && model.draftAndPublish) return false;
  if (attribute.kind === "relation" || attribute.kind === "media" || attribute.kind === "morph") return false;
  return attribute.required && !(attribute.kind === "scalar" && attribute.default !== undefined);
}

export function isScalar(attribute: Attribute): attribute is ScalarAttribute {
  return attribute.kind === "scalar";
}
