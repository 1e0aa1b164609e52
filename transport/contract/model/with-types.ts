import { defineSchema, Schema, type SchemaDefinition } from "../../../engine/internal.ts";

/** The schema with these content types, and the types that they need, as far as it has none of the same uids. */
export function withTypes(schema: Schema, contentTypes: SchemaDefinition["contentTypes"]): Schema {
  const added = [...defineSchema({ contentTypes }).types.values()].filter(({ uid }) => !schema.types.has(uid));
  return new Schema([...schema.types.values(), ...added], [...schema.components.values()], schema.locales);
}
