import type { AnyModel, Attribute, Schema } from "../../../engine/internal.ts";
import { exposureOf } from "./exposure.ts";

/** The attributes of a model that a schema shows at all: a relation to a type that has no part in it is none. */
export function shownAttributes(schema: Schema, model: AnyModel): readonly Attribute[] {
  return [...model.attributes.values()].filter(
    (attribute) => attribute.kind !== "relation" || exposureOf(schema.target(attribute)) !== null,
  );
}

/** The same without those that are never answered and never to be named in a query. */
export function readableAttributes(schema: Schema, model: AnyModel): readonly Attribute[] {
  return shownAttributes(schema, model).filter((attribute) => !attribute.private);
}

/** Fields that a type has without declaring them follow its dates. */
export function isSystem({ system = false }: Attribute): boolean {
  return system;
}
