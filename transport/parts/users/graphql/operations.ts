import type { PluginOperations } from "../../graphql/execute/plugin-operations.ts";
import type { UserPart } from "../user-part.ts";
import { roleOperations } from "./role-operations.ts";
import { userOperations } from "./user-operations.ts";

/** The operations on users and their roles. */
export function operationsOfUsers(users: UserPart): PluginOperations {
  return { ...userOperations(users), ...roleOperations(users) };
}
