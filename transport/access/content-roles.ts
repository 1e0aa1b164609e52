import { ACTIONS, type Action, type Engine, invariant, linksIn, type Row } from "../../engine/internal.ts";
import type { RoleGrants } from "./roles.ts";

const ROLE = "plugin::users-permissions.role";
const PERMISSION = "plugin::users-permissions.permission";

/** Grants by the `type` of a role, such as `public`. */
export type ContentRoles = ReadonlyMap<string, RoleGrants>;

const NO_ROLES: ContentRoles = new Map();

/**
 * Grants of roles that are stored as content, as in a Strapi project: permissions that name an action such as
 * `api::post.post.find`, each linked to its role. Read again, into a new map, only after one of them has changed.
 */
export function contentRoles(engine: Engine): () => ContentRoles {
  if (!engine.schema.types.has(ROLE) || !engine.schema.types.has(PERMISSION)) return () => NO_ROLES;
  let roles = NO_ROLES;
  let readAt = 0;
  return () => {
    const { state } = engine;
    const changedAt = Math.max(state.lastChange(ROLE), state.lastChange(PERMISSION));
    if (changedAt !== readAt) roles = readRoles(engine);
    readAt = changedAt;
    return roles;
  };
}

function readRoles(engine: Engine): ContentRoles {
  const { schema, state } = engine;
  const roles = new Map<string, Map<string, Set<Action>>>();
  const relation = state.shape.relations.byName.get(`${PERMISSION}.role`);
  invariant(relation !== undefined, "a permission has a role");
  for (const permission of state.collection(PERMISSION).spaces.published.rows()) {
    const granted = grantOf(textAt(engine, PERMISSION, permission, "action"));
    if (granted === undefined || !schema.types.has(granted.type)) continue;
    for (const { target } of linksIn(state.links(relation, "published", "source", permission.document))) {
      const role = state.collection(ROLE).document(target)?.published ?? null;
      const name = role === null ? "" : textAt(engine, ROLE, role, "type");
      const grants = roles.get(name) ?? new Map<string, Set<Action>>();
      roles.set(name, grants.set(granted.type, (grants.get(granted.type) ?? new Set()).add(granted.action)));
    }
  }
  return roles;
}

function textAt({ state }: Engine, type: string, { cells }: Row, attribute: string): string {
  const place = state.shape.layouts.of(type).indexOf.get(attribute);
  return place === undefined ? "" : String(cells[place]);
}

/** `api::post.post.find` is the action `find` on `api::post.post`. */
function grantOf(name: string): { readonly type: string; readonly action: Action } | undefined {
  const at = name.lastIndexOf(".");
  const action = ACTIONS.find((each) => each === name.slice(at + 1));
  return action === undefined ? undefined : { type: name.slice(0, at), action };
}
