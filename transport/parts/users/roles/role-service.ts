import type { Action } from "../../../../engine/internal.ts";
import { type Asked, askedBy } from "../../../access/note-author.ts";
import { PERMISSION_TYPE, ROLE_TYPE } from "../../../access/user-types.ts";
import { bodyOf } from "../../../contract/parse-body.ts";
import type { Answer } from "../../../http/answer.ts";
import { formAsFields } from "../../../http/form/form-fields.ts";
import { isBelow } from "../../../http/path-below.ts";
import { type Right, Router } from "../../../http/router.ts";
import type { RouteCall, Service } from "../../../http/service.ts";
import { exceptReaders, type UserOperation, type UserOptions, withRight } from "../user-service.ts";
import type { ManagingRoles } from "./managing-roles.ts";

/** Roles and their permissions at `/api/users-permissions`, as in Strapi's plugin. */
export function roleService(options: UserOptions): Service {
  const { users, roles, prepare, defaults } = options;
  const root = `${options.prefix}/users-permissions`;
  const route = (method: string, path: string, describes: UserOperation, needs: Right, handle: Handle) => ({
    method,
    describes,
    path: root + path,
    needs,
    handle: async (call: RouteCall): Promise<Answer> => {
      const asked = askedBy(withRight(options, call.request, needs), call.request);
      await users.provideRoles();
      return { status: 200, body: JSON.stringify((await handle(await roles(), call, asked)) ?? DONE) };
    },
  });
  return {
    ...defaults,
    owns: isBelow(root),
    looksFirst: ["POST", "PUT", "DELETE"],
    readForm: formAsFields,
    prepare,
    router: new Router([
      route("GET", "/roles", "findAllRoles", right("find"), (roles) => ({ roles: roles.list() })),
      route("POST", "/roles", "createRole", right("create"), (roles, call, asked) => roles.create(bodyOf(call), asked)),
      route("GET", "/roles/:id", "findOneRole", right("findOne"), (roles, { params: [id = ""] }) => ({
        role: roles.one(id),
      })),
      route("PUT", "/roles/:id", "updateRole", right("update"), (roles, call, asked) =>
        roles.update(call.params[0] ?? "", bodyOf(call), asked),
      ),
      route("DELETE", "/roles/:id", "deleteRole", right("delete"), (roles, { params: [id = ""] }, asked) =>
        roles.remove(id, asked),
      ),
      route(
        "GET",
        "/permissions",
        "findPermissions",
        exceptReaders(options, { type: PERMISSION_TYPE, action: "find" }),
        (roles) => ({
          permissions: roles.permissions(),
        }),
      ),
    ]),
  };
}

function right(action: Action): Right {
  return { type: ROLE_TYPE, action };
}

/** Returns the body of the answer; nothing if the action has no result. */
type Handle = (roles: ManagingRoles, call: RouteCall, asked: Asked) => object | Promise<void>;

const DONE = { ok: true };
