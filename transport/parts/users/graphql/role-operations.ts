import type { UnknownRecord } from "../../../../engine/internal.ts";
import { type Asked, askedBy } from "../../../access/note-author.ts";
import { ROLE_TYPE } from "../../../access/user-types.ts";
import { forbidden } from "../../graphql/execute/permission.ts";
import type { PluginOperations } from "../../graphql/execute/plugin-operations.ts";
import type { Resolving } from "../../graphql/execute/resolve.ts";
import type { ManagingRoles } from "../roles/managing-roles.ts";
import type { UserPart } from "../user-part.ts";

/** Managing roles, as over REST (graphql, §17). */
export function roleOperations({ users, roles }: UserPart): PluginOperations {
  const operation =
    (
      action: "create" | "update" | "delete",
      run: (roles: ManagingRoles, args: Arguments, asked: Asked) => Promise<void>,
    ) =>
    async (args: UnknownRecord, { caller, request }: Resolving) => {
      if (!caller.access.may(ROLE_TYPE, action)) throw forbidden();
      await users.provideRoles();
      await run(await roles(), { id: String(args.id), data: Object(args.data) }, askedBy(caller, request));
      return DONE;
    };
  return {
    createUsersPermissionsRole: operation("create", (managing, { data }, asked) => managing.create(data, asked)),
    // The id is a part of the body, as in Strapi: a change of nothing is no empty body.
    updateUsersPermissionsRole: operation("update", (managing, { id, data }, asked) =>
      managing.update(id, { ...data, id }, asked),
    ),
    deleteUsersPermissionsRole: operation("delete", (managing, { id }, asked) => managing.remove(id, asked)),
  };
}

interface Arguments {
  readonly id: string;
  readonly data: UnknownRecord;
}

const DONE = { ok: true };
