import type { UploadsOptions } from "../../uploads/uploads.ts";
import type { UserPart } from "../../users/user-part.ts";
import type { PluginOperations } from "../execute/plugin-operations.ts";
import { fileOperations } from "./file-operations.ts";
import { roleOperations } from "./role-operations.ts";
import { userOperations } from "./user-operations.ts";

/** The parts of a galley besides its content; null if switched off. */
export interface Parts {
  readonly users: UserPart | null;
  readonly uploads: UploadsOptions | null;
}

/** The resolvers of the parts that exist. */
export function pluginOperations({ users, uploads }: Parts): PluginOperations {
  return {
    ...(users && { ...userOperations(users), ...roleOperations(users) }),
    ...(uploads && fileOperations(uploads)),
  };
}
