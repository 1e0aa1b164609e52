import { BUILT_IN_TYPES, type SchemaDefinition } from "../../../engine/internal.ts";
import { PERMISSION_TYPE, ROLE_TYPE, USER_TYPE } from "../../access/user-types.ts";

/** Types of the plugin for users and roles: their rows define who may do what. */
export const ACCESS_TYPES = [USER_TYPE, ROLE_TYPE, PERMISSION_TYPE];

/** The definition with the types for users and roles, which every Strapi project has implicitly. */
export function withAccessTypes(definition: SchemaDefinition): SchemaDefinition {
  const types = ACCESS_TYPES.flatMap((uid) => {
    const type = BUILT_IN_TYPES.get(uid);
    return type === undefined ? [] : [[uid, type] as const];
  });
  return { ...definition, contentTypes: { ...Object.fromEntries(types), ...definition.contentTypes } };
}
