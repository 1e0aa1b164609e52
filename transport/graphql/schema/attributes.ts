import type { AnyModel, Attribute, Schema } from "../../../engine/internal.ts";
import { exposureOf } from "./exposure.ts";

/** The attributes of a model that a schema shows: a relation to a type outside the schema is not among them. */
export function shownAttributes(schema: Schema, model: AnyModel): readonly Attribute[] {
  return [...model.attributes.values()].filter(
    (attribute) => attribute.kind !== "relation" || exposureOf(schema.target(attribute)) !== null,
  );
}

/** The same without private attributes, which no answer shows and no query can use. */
export function readableAttributes(schema: Schema, model: AnyModel): readonly Attribute[] {
  return shownAttributes(schema, model).filter((attribute) => !attribute.private);
}

/** Fields that every type has follow its dates. */
export function isSystem({ system = false }: Attribute): boolean {
  return system;
}
