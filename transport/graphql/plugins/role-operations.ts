import { EngineError, snakeCase } from "../../../engine/internal.ts";
import { idIn } from "../../contract/by-id.ts";
import type { UserPart } from "../../plugins/users/user-part.ts";
import { ROLE_TYPE } from "../../plugins/users/user-types.ts";
import type { StoredRole } from "../../plugins/users/users.ts";
import type { PluginOperations } from "../execute/plugin-operations.ts";
import type { Resolving } from "../execute/resolve.ts";

/** Managing roles: entries like others, but identified by numeric id (graphql, §17). */
export function roleOperations({ users }: UserPart): PluginOperations {
  const type = ({ reader }: Resolving) => reader.schema.type(ROLE_TYPE);
  const named = (id: unknown): StoredRole => {
    const number = idIn(String(id));
    const role = number === null ? null : users.role(number);
    if (role === null) throw new EngineError("not-found", "Role not found");
    return role;
  };
  return {
    createUsersPermissionsRole: async ({ data }, context) => {
      const given = Object(data);
      const whole = { ...given, type: given.type ?? snakeCase(String(given.name ?? "")) };
      await context.writer.write({ kind: "create", type: type(context) }, { data: whole });
      return DONE;
    },
    updateUsersPermissionsRole: async ({ id, data }, context) => {
      const { documentId } = named(id);
      await context.writer.write({ kind: "update", type: type(context) }, { documentId, data });
      return DONE;
    },
    deleteUsersPermissionsRole: async ({ id }, context) => {
      const { documentId, isUsed } = named(id);
      // A user without a role counts as newly signed up: losing a role must not grant rights.
      if (isUsed) throw new EngineError("application", "Cannot delete a role that users have");
      await context.writer.write({ kind: "delete", type: type(context) }, { documentId });
      return DONE;
    },
  };
}

const DONE = { ok: true };
