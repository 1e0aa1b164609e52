import type { AnyModel, Attribute, Schema } from "../../../../engine/internal.ts";
import { exposureOf } from "./exposure.ts";

/**
 * The attributes of a model that a schema shows: a relation to a type outside the schema is not among them, nor an
 * attribute whose name is none in GraphQL (`año`).
 */
export function shownAttributes(schema: Schema, model: AnyModel): readonly Attribute[] {
  return [...model.attributes.values()].filter(
    (attribute) =>
      NAME.test(attribute.name) && (attribute.kind !== "relation" || exposureOf(schema.target(attribute)) !== null),
  );
}

/** GraphQL, §2.1.9; two underscores in front are for introspection. */
const NAME = /^(?!__)[A-Za-z_]\w*$/;

/** The same without private attributes, which no answer shows and no query can use. */
export function readableAttributes(schema: Schema, model: AnyModel): readonly Attribute[] {
  return shownAttributes(schema, model).filter((attribute) => !attribute.private);
}

/** Fields that every type has follow its dates. */
export function isSystem({ system = false }: Attribute): boolean {
  return system;
}
