import type { UnknownRecord } from "../../../../engine/internal.ts";
import { ROLE_TYPE } from "../../../access/user-types.ts";
import { forbidden } from "../../graphql/execute/permission.ts";
import type { PluginOperations } from "../../graphql/execute/plugin-operations.ts";
import type { Resolving } from "../../graphql/execute/resolve.ts";
import type { ManagingRoles } from "../roles/managing-roles.ts";
import type { UserPart } from "../user-part.ts";

/** Managing roles, as over REST (graphql, §17). */
export function roleOperations({ users, roles }: UserPart): PluginOperations {
  const operation =
    (action: "create" | "update" | "delete", run: (roles: ManagingRoles, args: Arguments) => Promise<void>) =>
    async (args: UnknownRecord, { caller }: Resolving) => {
      if (!caller.access.may(ROLE_TYPE, action)) throw forbidden();
      await users.provideRoles();
      await run(await roles(), { id: String(args.id), data: Object(args.data) });
      return DONE;
    };
  return {
    createUsersPermissionsRole: operation("create", (managing, { data }) => managing.create(data)),
    // The id is a part of the body, as in Strapi: a change of nothing is no empty body.
    updateUsersPermissionsRole: operation("update", (managing, { id, data }) => managing.update(id, { ...data, id })),
    deleteUsersPermissionsRole: operation("delete", (managing, { id }) => managing.remove(id)),
  };
}

interface Arguments {
  readonly id: string;
  readonly data: UnknownRecord;
}

const DONE = { ok: true };
