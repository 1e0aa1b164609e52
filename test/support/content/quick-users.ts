import { BUILT_IN_TYPES, type SchemaDefinition } from "../../../engine/internal.ts";

const USER_TYPE = "plugin::users-permissions.user";
const USER = BUILT_IN_TYPES.get(USER_TYPE);

/** The type of users, whose passwords are hashed in no time. */
export const QUICK_USERS: SchemaDefinition["contentTypes"] = {
  [USER_TYPE]: {
    ...USER,
    info: { singularName: "user", pluralName: "users", displayName: "User" },
    attributes: {
      ...USER?.attributes,
      password: { type: "password", minLength: 6, private: true, searchable: false, encryption: { rounds: 4 } },
    },
  },
};
