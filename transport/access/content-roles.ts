import { type Action, type Engine, invariant, linksIn, type Row } from "../../engine/internal.ts";
import { ownRight } from "../http/router.ts";
import { FIND_PAGE, type RoleGrants } from "./roles.ts";
import { PERMISSION_TYPE, ROLE_TYPE, USER_TYPE } from "./user-types.ts";

/** Grants by the `type` of a role, such as `public`. */
export type ContentRoles = ReadonlyMap<string, RoleGrants>;

const NO_ROLES: ContentRoles = new Map();

/**
 * Grants of roles that are stored as content, as in a Strapi project: permissions that name an action such as
 * `api::post.post.find`, each linked to its role. Roles without any are there too. Read again, into a new map, only after
 * one of them has changed.
 */
export function contentRoles(engine: Engine): () => ContentRoles {
  return readOnChange(engine, NO_ROLES, (permissions) => {
    const roles = new Map<string, Map<string, Set<Action>>>(rolesIn(engine).map((role) => [role, new Map()]));
    for (const { role, action } of permissions) {
      const granted = grantOf(action);
      if (granted === undefined) continue;
      const grants = roles.get(role) ?? new Map<string, Set<Action>>();
      const known = grants.get(granted.type) ?? new Set();
      roles.set(role, grants.set(granted.type, new Set([...known, ...granted.actions])));
    }
    return roles;
  });
}

/** The names of all actions that roles are granted in the content, by the `type` of the role. */
export function contentActions(engine: Engine): () => ReadonlyMap<string, ReadonlySet<string>> {
  return readOnChange(engine, new Map<string, Set<string>>(), (permissions) => {
    const actions = new Map<string, Set<string>>();
    for (const { role, action } of permissions) actions.set(role, (actions.get(role) ?? new Set()).add(action));
    return actions;
  });
}

interface Permission {
  /** The `type` of the role. */
  readonly role: string;
  readonly action: string;
}

/** Reads the permissions again only after they, or the roles, have changed; `none` if the content has none. */
function readOnChange<T>(engine: Engine, none: T, read: (permissions: Iterable<Permission>) => T): () => T {
  if (!engine.schema.types.has(ROLE_TYPE) || !engine.schema.types.has(PERMISSION_TYPE)) return () => none;
  let value = none;
  let readAt = 0;
  return () => {
    const { state } = engine;
    const changedAt = Math.max(state.lastChange(ROLE_TYPE), state.lastChange(PERMISSION_TYPE));
    if (changedAt !== readAt) value = read(permissionsIn(engine));
    readAt = changedAt;
    return value;
  };
}

function* permissionsIn(engine: Engine): Iterable<Permission> {
  const { state } = engine;
  const relation = state.shape.relations.byName.get(`${PERMISSION_TYPE}.role`);
  invariant(relation !== undefined, "a permission has a role");
  for (const permission of state.collection(PERMISSION_TYPE).spaces.published.rows()) {
    const action = textAt(engine, PERMISSION_TYPE, permission, "action");
    for (const { target } of linksIn(state.links(relation, "published", "source", permission.document))) {
      const role = state.collection(ROLE_TYPE).document(target)?.published ?? null;
      yield { role: role === null ? "" : textAt(engine, ROLE_TYPE, role, "type"), action };
    }
  }
}

function rolesIn(engine: Engine): readonly string[] {
  return Array.from(engine.state.collection(ROLE_TYPE).spaces.published.rows(), (role) =>
    textAt(engine, ROLE_TYPE, role, "type"),
  );
}

function textAt({ state }: Engine, type: string, { cells }: Row, attribute: string): string {
  const place = state.shape.layouts.of(type).indexOf.get(attribute);
  return place === undefined ? "" : String(cells[place]);
}

interface Grant {
  readonly type: string;
  readonly actions: readonly Action[];
}

const FILE = "plugin::upload.file";
const USER = USER_TYPE;

/** Actions of Strapi's plugins whose names differ from the actions of content types. */
const PLUGIN_GRANTS: { readonly [name: string]: Grant } = {
  "plugin::upload.content-api.find": { type: FILE, actions: ["find"] },
  "plugin::upload.content-api.findPage": { type: FILE, actions: [FIND_PAGE] },
  "plugin::upload.content-api.findOne": { type: FILE, actions: ["findOne"] },
  "plugin::upload.content-api.upload": { type: FILE, actions: ["create", "update"] },
  "plugin::upload.content-api.destroy": { type: FILE, actions: ["delete"] },
  "plugin::users-permissions.user.destroy": { type: USER, actions: ["delete"] },
  "plugin::users-permissions.role.createRole": { type: ROLE_TYPE, actions: ["create"] },
  "plugin::users-permissions.role.updateRole": { type: ROLE_TYPE, actions: ["update"] },
  "plugin::users-permissions.role.deleteRole": { type: ROLE_TYPE, actions: ["delete"] },
  "plugin::users-permissions.permissions.getPermissions": { type: PERMISSION_TYPE, actions: ["find"] },
};

/** `api::post.post.find` is the action `find` on `api::post.post`. */
function grantOf(name: string): Grant | undefined {
  if (Object.hasOwn(PLUGIN_GRANTS, name)) return PLUGIN_GRANTS[name];
  const at = name.lastIndexOf(".");
  // An unknown action may belong to a route of the user's own.
  const { type, action } = ownRight(name.slice(0, at), name.slice(at + 1));
  return at <= 0 ? undefined : { type, actions: [action] };
}
