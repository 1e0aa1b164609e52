import { BUILT_IN_TYPES, type SchemaDefinition } from "../../../engine/internal.ts";

/** Types of the plugin for users and roles: their rows define who may do what. */
export const ACCESS_TYPES = ["user", "role", "permission"].map((name) => `plugin::users-permissions.${name}`);

/** The definition with the types for users and roles, which every Strapi project has implicitly. */
export function withAccessTypes(definition: SchemaDefinition): SchemaDefinition {
  const types = ACCESS_TYPES.flatMap((uid) => {
    const type = BUILT_IN_TYPES.get(uid);
    return type === undefined ? [] : [[uid, type] as const];
  });
  return { ...definition, contentTypes: { ...Object.fromEntries(types), ...definition.contentTypes } };
}
