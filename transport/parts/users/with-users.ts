import { BUILT_IN_TYPES, defineSchema, Schema } from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";

/** The schema with the types of users, roles and permissions, as far as it has none of its own. */
export function withUsers(schema: Schema): Schema {
  const definition = BUILT_IN_TYPES.get(USER_TYPE);
  const { types } = defineSchema({ contentTypes: definition === undefined ? {} : { [USER_TYPE]: definition } });
  const missing = [...types.values()].filter(({ uid }) => !schema.types.has(uid));
  return new Schema([...schema.types.values(), ...missing], [...schema.components.values()], schema.locales);
}
