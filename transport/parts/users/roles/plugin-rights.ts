import { EngineError, FULL_ACCESS } from "../../../../engine/internal.ts";
import { knownCaller } from "../../../access/authorize.ts";
import type { FindCaller } from "../../../access/caller.ts";
import { PUBLIC_ROLE } from "../../../access/roles.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { Users } from "../users.ts";
import { initialGrants, OF_SIGNED_IN } from "./plugin-actions.ts";

export type PluginAction =
  | "user.me"
  | `auth.${"callback" | "register" | "forgotPassword" | "resetPassword" | "changePassword" | "connect"}`
  | `auth.${"emailConfirmation" | "sendEmailConfirmation" | "logout" | "getSessions" | "revokeSession"}`;

/** Who may use the actions of Strapi's plugin of users that concern the caller itself. */
export interface PluginRights {
  /** Throws EngineError `unauthorized` for invalid credentials. */
  may(request: HttpRequest, action: PluginAction): boolean;
  mayVisitors(action: PluginAction): boolean;
  /** The grants of a role, by its `type` and the names of the actions that are stored for it. */
  grantsOf(role: string, stored: ReadonlySet<string> | undefined): ReadonlySet<string>;
}

/** Everyone may use these actions: each decides by itself which kind of caller it serves. */
export const OPEN_RIGHTS: PluginRights = {
  may: () => true,
  mayVisitors: () => true,
  grantsOf: (role, stored = NOTHING) => new Set([...stored, ...initialGrants(role)]),
};

const NOTHING: ReadonlySet<string> = new Set();

export interface RoleRights {
  readonly findCaller: FindCaller;
  readonly users: Pick<Users, "byId">;
  /** The actions that the content grants, by the `type` of the role. */
  readonly granted: () => ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether the configuration defines the role; it cannot grant these actions. */
  readonly isConfigured: (role: string) => boolean;
}

/**
 * The role decides who may sign in, sign up and see themselves, as for every other action: signed-in users do not have
 * the rights of visitors, and a token needs full access.
 */
export function rightsByRole({ findCaller, users, granted, isConfigured }: RoleRights): PluginRights {
  /** A role of the content without grants has its initial ones. */
  const grantsOf: PluginRights["grantsOf"] = (role, stored = NOTHING) =>
    stored.size === 0 ? initialGrants(role) : stored;
  const mayRole = (role: string, action: PluginAction): boolean => {
    const initial = role === PUBLIC_ROLE ? initialGrants(role) : OF_SIGNED_IN;
    const grants = isConfigured(role) ? initial : grantsOf(role, granted().get(role));
    return grants.has(`plugin::users-permissions.${action}`);
  };
  return {
    grantsOf,
    mayVisitors: (action) => mayRole(PUBLIC_ROLE, action),
    may: (request, action) => {
      const caller = knownCaller(findCaller, request);
      if (caller.kind === "token") return caller.access === FULL_ACCESS;
      const role = caller.kind === "user" ? users.byId(caller.id)?.role : PUBLIC_ROLE;
      return role !== undefined && mayRole(role, action);
    },
  };
}

/** @throws EngineError `unauthorized`, `forbidden` */
export function assertGranted(rights: PluginRights, request: HttpRequest, action: PluginAction): void {
  if (!rights.may(request, action)) throw new EngineError("forbidden", "Forbidden");
}
