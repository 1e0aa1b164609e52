import type { Action } from "../../../../engine/internal.ts";
import { bodyOf } from "../../../contract/parse-body.ts";
import type { Answer } from "../../../http/answer.ts";
import { formAsFields } from "../../../http/form/form-fields.ts";
import { isBelow } from "../../../http/path-below.ts";
import { Router } from "../../../http/router.ts";
import type { RouteCall, Service } from "../../../http/service.ts";
import { refuseReader, type UserOptions } from "../user-service.ts";
import { PERMISSION_TYPE, ROLE_TYPE } from "../user-types.ts";
import type { ManagingRoles } from "./managing-roles.ts";

/** Roles and their permissions at `/api/users-permissions`, as in Strapi's plugin. */
export function roleService(options: UserOptions): Service {
  const { users, roles, authorize, prepare, defaults } = options;
  const root = `${options.prefix}/users-permissions`;
  const route = (method: string, path: string, type: string, action: Action, handle: Handle) => ({
    method,
    path: root + path,
    needs: { type, action },
    handle: async (call: RouteCall): Promise<Answer> => {
      const caller = authorize(call.request, type, action);
      if (type === PERMISSION_TYPE) refuseReader(options, caller);
      await users.provideRoles();
      return { status: 200, body: JSON.stringify((await handle(await roles(), call)) ?? DONE) };
    },
  });
  return {
    ...defaults,
    owns: isBelow(root),
    readForm: formAsFields,
    prepare,
    router: new Router([
      route("GET", "/roles", ROLE_TYPE, "find", (roles) => ({ roles: roles.list() })),
      route("POST", "/roles", ROLE_TYPE, "create", (roles, call) => roles.create(bodyOf(call))),
      route("GET", "/roles/:id", ROLE_TYPE, "findOne", (roles, { params: [id = ""] }) => ({ role: roles.one(id) })),
      route("PUT", "/roles/:id", ROLE_TYPE, "update", (roles, call) =>
        roles.update(call.params[0] ?? "", bodyOf(call)),
      ),
      route("DELETE", "/roles/:id", ROLE_TYPE, "delete", (roles, { params: [id = ""] }) => roles.remove(id)),
      route("GET", "/permissions", PERMISSION_TYPE, "find", (roles) => ({ permissions: roles.permissions() })),
    ]),
  };
}

/** Returns the body of the answer; nothing if the action has no result. */
type Handle = (roles: ManagingRoles, call: RouteCall) => object | Promise<void>;

const DONE = { ok: true };
