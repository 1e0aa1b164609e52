import { isRecord, snakeCase } from "../../../../engine/internal.ts";
import { PERMISSION_TYPE, ROLE_TYPE, USER_TYPE } from "../../../access/user-types.ts";
import { type ActionNames, actionNames, grantedIn, grantTree } from "../../../parts/users/roles/plugin-actions.ts";
import { ERRORS } from "../shims/errors.ts";
import type { Loose, StrapiObject } from "../strapi-object.ts";

interface Parts {
  readonly strapi: () => StrapiObject;
  readonly galley: () => Loose;
}

/** The service `role` of users: roles with the tree of what they grant, as the admin panel shows and sends it. */
export function roleService(parts: Parts) {
  const { strapi } = parts;
  const rows = (uid: string) => strapi().db.query(uid);
  const named = async (id: Loose): Promise<Loose> => {
    const role = await rows(ROLE_TYPE).findOne({ where: { id }, populate: ["permissions"] });
    if (role === null) throw new ERRORS.NotFoundError("Role not found");
    return role;
  };
  const grant = async (role: number, actions: Iterable<string>) => {
    for (const action of actions) await rows(PERMISSION_TYPE).create({ data: { action, role } });
  };
  return {
    async find() {
      const all = await rows(ROLE_TYPE).findMany({ orderBy: ["name"] });
      return Promise.all(
        all.map(async (role: Loose) => ({
          ...role,
          nb_users: await rows(USER_TYPE).count({ where: { role: role.id } }),
        })),
      );
    },
    async findOne(id: Loose) {
      const { permissions, ...role } = await named(id);
      const granted = new Set<string>(permissions.map(({ action }: Loose) => action));
      return { ...role, permissions: grantTree(allActions(parts), granted) };
    },
    async createRole({ permissions, users: _, ...values }: Loose) {
      const data = { ...values, type: values.type ?? snakeCase(String(values.name ?? "")) };
      const { id } = await rows(ROLE_TYPE).create({ data });
      await grant(id, grantedIn(permissions));
    },
    async updateRole(id: Loose, { name, description, permissions }: Loose) {
      const role = await named(id);
      const data = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
      await rows(ROLE_TYPE).update({ where: { id: role.id }, data });
      const wanted = new Set(grantedIn(permissions));
      for (const { id: each, action } of role.permissions) {
        if (!wanted.delete(action)) await rows(PERMISSION_TYPE).delete({ where: { id: each } });
      }
      await grant(role.id, wanted);
    },
    /** Its users get the other role. */
    async deleteRole(id: Loose, publicRole: Loose) {
      const role = await named(id);
      const users = await rows(USER_TYPE).findMany({ where: { role: role.id }, select: ["id"] });
      for (const user of users) await rows(USER_TYPE).update({ where: { id: user.id }, data: { role: publicRole } });
      for (const permission of role.permissions) await rows(PERMISSION_TYPE).delete({ where: { id: permission.id } });
      await rows(ROLE_TYPE).delete({ where: { id: role.id } });
    },
  };
}

/** The actions that the service `users-permissions` lists, all granted or none. */
export function actionTree(parts: Parts, isGranted: boolean): object {
  const actions = allActions(parts);
  const names = [...actions].flatMap(([owner, controllers]) =>
    [...controllers].flatMap(([controller, each]) => each.map((action) => `${owner}.${controller}.${action}`)),
  );
  return grantTree(actions, new Set(isGranted ? names : []));
}

/** Every action that a role can grant, the project's own included. */
function allActions({ strapi, galley }: Parts): ActionNames {
  return new Map([...actionNames(galley().store.engine.schema), ...ofCode(strapi())]);
}

/** The actions of the project's controllers, with the usual ones. */
function ofCode({ controllers }: StrapiObject): ActionNames {
  const names = new Map<string, Map<string, readonly string[]>>();
  for (const [uid, controller] of Object.entries<Loose>(controllers)) {
    const [api = "", name = ""] = uid.split(".");
    if (!api.startsWith("api::") || !isRecord(controller)) continue;
    const actions: string[] = [];
    // The usual actions are inherited.
    for (const action in controller) if (typeof controller[action] === "function") actions.push(action);
    names.set(api, (names.get(api) ?? new Map<string, readonly string[]>()).set(name, actions));
  }
  return names;
}
