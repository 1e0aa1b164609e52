import type { Access, AnyModel, Attribute } from "../../../engine/internal.ts";
import { CONTENT_SCHEMA } from "../content-schema.ts";
import type { OperandType } from "./operands.ts";

export interface FieldName {
  readonly name: string;
  readonly type: OperandType;
}

export interface LinkName {
  readonly name: string;
  readonly target: AnyModel;
  readonly list: boolean;
}

/** The scalars that a caller may name in a query. */
export function fieldsOf(model: AnyModel): readonly FieldName[] {
  const own = [...model.attributes.values()].flatMap((attribute): FieldName[] => {
    if (attribute.kind !== "scalar" || attribute.private || attribute.type === "password") return [];
    return [{ name: attribute.name, type: attribute.type }];
  });
  return [...identityOf(model), ...own];
}

function identityOf(model: AnyModel): readonly FieldName[] {
  const id: FieldName = { name: "id", type: "id" };
  if (model.model === "component") return [id];
  const times = ["createdAt", "updatedAt", "publishedAt"].map((name): FieldName => ({ name, type: "datetime" }));
  return [id, { name: "documentId", type: "documentId" }, ...times];
}

/** The relations, media and components that this caller may look behind. */
export function linksOf(model: AnyModel, access: Access): readonly LinkName[] {
  return [...model.attributes.values()].flatMap((attribute): LinkName[] => {
    const target = targetOf(attribute);
    if (target === null || attribute.private) return [];
    if (attribute.kind === "relation" && !access.may(target.uid, "find")) return [];
    return [{ name: attribute.name, target, list: isList(attribute) }];
  });
}

/** The dynamic zones of a model with their components. */
export function zonesOf(model: AnyModel): readonly { readonly name: string; readonly components: readonly string[] }[] {
  return [...model.attributes.values()].flatMap((attribute) => (attribute.kind === "dynamiczone" ? [attribute] : []));
}

function targetOf(attribute: Attribute): AnyModel | null {
  if (attribute.kind === "component") return CONTENT_SCHEMA.component(attribute.component);
  return attribute.kind === "relation" || attribute.kind === "media" ? CONTENT_SCHEMA.target(attribute) : null;
}

function isList(attribute: Attribute): boolean {
  if (attribute.kind === "component") return attribute.repeatable;
  return (attribute.kind === "relation" || attribute.kind === "media") && attribute.many;
}
