import { ACTIONS, type Access, type Action, FILE_TYPE, type Issue, type Schema } from "../../engine/internal.ts";
import { isInternal } from "../contract/model/internal-type.ts";
import { noTypeNamed, typeNamed } from "../contract/model/type-named.ts";
import { CUSTOM_TYPE, ownRight } from "../http/router.ts";
import { USER_TYPE } from "./user-types.ts";

/**
 * Granted actions by content type: its singular name, its uid, or `*` for every type that is not named. `*` never
 * includes users, their roles or their permissions.
 */
export interface Grants {
  /** Actions, including the ones that routes of the configuration need. */
  readonly [type: string]: readonly (Action | OwnAction)[];
}

/** An action that a route of the user's own needs. The compiler still suggests the others. */
export type OwnAction = string & {};

/**
 * Actions that routes of the configuration need, by uid, or by `custom` for routes without a content type; `any`: the code
 * of a project, which is loaded later, needs further actions.
 */
export type OwnActions = ReadonlyMap<string, ReadonlySet<string>> | "any";

/** Grants by role. `public` is the role of callers without a token; if it is absent, it grants nothing. */
export interface Roles {
  readonly [role: string]: Grants;
}

export const PUBLIC_ROLE = "public";

/** The grants of a role, by uid of the content type. */
export type RoleGrants = ReadonlyMap<string, ReadonlySet<Action>>;

/**
 * Every role with its grants resolved, `public` included. Adds to `issues` each unknown content type and action, with
 * its path from the options' root.
 */
export function resolveRoles(
  schema: Schema,
  roles: Roles,
  issues: Issue[],
  own: OwnActions = NO_OWN,
): ReadonlyMap<string, RoleGrants> {
  const resolved = new Map<string, RoleGrants>([[PUBLIC_ROLE, new Map()]]);
  for (const [role, grants] of Object.entries(roles)) {
    resolved.set(role, resolveGrants({ schema, own }, grants, ["roles", role], issues));
    if (role === PUBLIC_ROLE) refuseDrafts(grants, issues);
  }
  return resolved;
}

const NO_OWN: OwnActions = new Map();

/** Drafts require credentials (content, Authentication). */
function refuseDrafts(grants: Grants, issues: Issue[]): void {
  for (const [type, actions] of Object.entries(grants)) {
    const at = actions.indexOf("readDrafts");
    const path = ["roles", PUBLIC_ROLE, type, String(at)];
    if (at !== -1) issues.push({ path, message: "drafts cannot be read without credentials" });
  }
}

/** These grants, and to read every content type except users, their roles and their permissions. */
export function withReads(schema: Schema, grants: RoleGrants): RoleGrants {
  const reads = (uid: string): readonly Action[] => {
    if (isForNobody(uid)) return [];
    return uid === FILE_TYPE ? [...READS, FIND_PAGE] : READS;
  };
  const uids = [...schema.types.keys()];
  const opened = uids.map((uid) => [uid, new Set([...(grants.get(uid) ?? []), ...reads(uid)])] as const);
  return new Map([...grants, ...opened]);
}

const READS: readonly Action[] = ["find", "findOne"];

/** Lists of files by pages are a right of their own in Strapi. */
export const FIND_PAGE = ownRight(FILE_TYPE, "findPage").action;

/** The access of a caller with these grants. */
export function accessOf(grants: RoleGrants, authenticated: boolean): Access {
  return { authenticated, may: (type, action) => grants.get(type)?.has(action) ?? false };
}

/** The access of a role's token. With `openTo`, it reads everything in this schema, but drafts only by its grants. */
export function accessOfRoleToken(grants: RoleGrants, openTo: Schema | null): Access {
  const granted = accessOf(grants, true);
  if (openTo === null) return granted;
  const open = accessOf(withReads(openTo, grants), true);
  const toDrafts: Access = {
    authenticated: true,
    may: (type, action) => (openTo.types.get(type)?.draftAndPublish === true ? granted : open).may(type, action),
  };
  return { ...open, toDrafts };
}

/** The access of a user whose role has these grants: drafts require a right of their own besides the right to read. */
export function accessOfUser(schema: Schema, grants: RoleGrants): Access {
  const access = accessOf(grants, true);
  const readsDrafts = (type: string) =>
    schema.types.get(type)?.draftAndPublish !== true || access.may(type, "readDrafts");
  const asks: ReadonlySet<Action> = new Set([...READS, "readDrafts"]);
  const toDrafts: Access = {
    authenticated: true,
    may: (type, action) =>
      (action === "readDrafts" || access.may(type, action)) && (!asks.has(action) || readsDrafts(type)),
  };
  return { ...access, toDrafts };
}

interface Grantable {
  readonly schema: Schema;
  readonly own: OwnActions;
}

function resolveGrants(
  { schema, own }: Grantable,
  grants: Grants,
  path: readonly string[],
  issues: Issue[],
): RoleGrants {
  const every = own === "any" ? own : new Set([...own.values()].flatMap((actions) => [...actions]));
  const named = new Map<string, ReadonlySet<Action>>();
  let others: ReadonlySet<Action> = new Set();
  for (const [name, actions] of Object.entries(grants)) {
    const here = [...path, name];
    const uid = typeNamed(schema, name)?.uid ?? (isWithoutType(name, own) ? name : undefined);
    const ofPlugin = (uid !== undefined && PLUGIN_ACTIONS.get(uid)) || [];
    const ofType = own === "any" ? own : new Set([...(own.get(uid ?? "") ?? []), ...ofPlugin]);
    const granted = checkActions(actions, name === "*" ? every : ofType, here, issues);
    if (name === "*") {
      others = granted;
      continue;
    }
    if (uid === undefined) issues.push({ path: here, message: noTypeNamed(schema, name) });
    else if (named.has(uid)) issues.push({ path: here, message: `${uid} is named twice` });
    else named.set(uid, granted);
  }
  const uids = new Set([...schema.types.keys(), ...named.keys()]);
  return new Map([...uids].map((uid) => [uid, named.get(uid) ?? (isForNobody(uid) ? NONE : others)]));
}

const NONE: ReadonlySet<Action> = new Set();

/** Reads of users and files that are rights of their own in Strapi. */
const PLUGIN_ACTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  [USER_TYPE, ["count"]],
  [FILE_TYPE, [FIND_PAGE]],
]);

/** Rights of routes without a content type: a project names them by their controllers. */
function isWithoutType(name: string, own: OwnActions): boolean {
  return name === CUSTOM_TYPE || (own === "any" && /^(?:api|plugin)::[^.]+\../.test(name));
}

/** Whether only a grant that names the type is one for it. */
function isForNobody(uid: string): boolean {
  return isInternal(uid) || uid.startsWith("plugin::users-permissions.") || uid.startsWith("admin::");
}

function checkActions(
  actions: readonly string[],
  own: ReadonlySet<string> | "any",
  path: readonly string[],
  issues: Issue[],
): ReadonlySet<Action> {
  const known = new Set<Action>();
  for (const [index, action] of actions.entries()) {
    if (isAction(action) || isOwn(own, action)) known.add(action);
    else {
      const names = [...ACTIONS, ...(own === "any" ? [] : own)].join(", ");
      issues.push({ path: [...path, String(index)], message: `there is no action "${action}": ${names}` });
    }
  }
  return known;
}

/** Rights of the user's own are asked for in the same way as all others. */
function isOwn(own: ReadonlySet<string> | "any", text: string): text is Action {
  return own === "any" ? /^[A-Za-z]\w*$/.test(text) : own.has(text);
}

function isAction(text: string): text is Action {
  return ACTIONS.some((action) => action === text);
}
