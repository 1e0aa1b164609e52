import { type Access, type Author, FULL_ACCESS, type Issue, type Schema } from "../../engine/internal.ts";
import { ConfigError } from "../config/config-error.ts";
import type { Profile } from "../contract/profiles/profile.ts";
import type { NamedAccess } from "../http/route-list.ts";
import { latest } from "../runtime/latest.ts";
import type { ContentRoles } from "./content-roles.ts";
import {
  accessOf,
  accessOfUser,
  type OwnActions,
  PUBLIC_ROLE,
  type RoleGrants,
  type Roles,
  resolveRoles,
  withReads,
} from "./roles.ts";
import { hashToken, hasRight, resolveTokens, type Token, type TokenConfig } from "./tokens.ts";

/** The caller identified by the `Authorization` header (content, Authentication; writes, §13.2). */
export type Caller =
  | { readonly kind: "public"; readonly access: Access }
  | { readonly kind: "token"; readonly name: string; readonly access: Access }
  /** The signed-in user. `id`: of its entry; `session`: null if users have no sessions. */
  | { readonly kind: "user"; readonly id: number; readonly session: string | null; readonly access: Access }
  /** Message of the 401 that every route which identifies its caller answers with. */
  | { readonly kind: "unauthorized"; readonly message: string };

/** A caller with valid credentials, or without any. */
export type KnownCaller = Exclude<Caller, { readonly kind: "unauthorized" }>;

/** The caller for a value of the `Authorization` header; without a value, or a blank one, a visitor. */
export type FindCaller = (authorization: string | undefined) => Caller;

/** The user for such a value; null if it is not a user's token. `accessOf`: what a role grants, by its type. */
export type FindUser = (authorization: string, accessOf: (role: string) => Access) => Caller | null;

/** The user with this id at present; null if it may no longer call. */
export type FindUserById = (id: number, accessOf: (role: string) => Access) => Caller | null;

/** The present rights of the author of an earlier write; null if its credentials are gone. */
export type AccessOfAuthor = (author: Author) => Access | null;

export interface CallerOptions {
  readonly schema: Schema;
  readonly roles?: Roles;
  readonly tokens?: readonly TokenConfig[];
  /** Actions of routes of the configuration. */
  readonly own?: OwnActions;
  readonly malformedCredentials: Profile["malformedCredentials"];
  /** Lets visitors, users and tokens read every content type, whatever their role grants. */
  readonly open?: boolean;
}

/**
 * The callers of one deployment. Tokens expire by the clock `now`, in epoch milliseconds. Visitors may do what the
 * content's role `public` grants, unless the configuration defines that role.
 */
export interface CallersAt {
  (now: () => number, roles: () => ContentRoles, findUser?: FindUser): FindCaller;
  authors(now: () => number, roles: () => ContentRoles, findUser?: FindUserById): AccessOfAuthor;
  /** Visitors, roles and tokens by name, with their access. */
  named(roles: () => ContentRoles): readonly NamedAccess[];
}

const UNKNOWN: Caller = { kind: "unauthorized", message: "Missing or invalid credentials" };
const EXPIRED: Caller = { kind: "unauthorized", message: "Token expired" };

/** Maximum number of cached header values. All carry valid tokens, but each token can be written in many ways. */
const REMEMBERED = 1000;

/**
 * Resolves roles and tokens once, and returns functions that identify callers. A token is looked up by its hash, so
 * that no secret is compared; a header that was valid before is looked up without hashing.
 *
 * @throws ConfigError with every fault of roles and tokens.
 */
export function createCallers(options: CallerOptions): CallersAt {
  const issues: Issue[] = [];
  const roles = resolveRoles(options.schema, options.roles ?? {}, issues, options.own);
  const tokens = resolveTokens(options.tokens ?? [], roles, issues, options.open === true ? options.schema : null);
  if (issues.length > 0) throw new ConfigError("Access", issues);

  const isConfigured = Object.hasOwn(options.roles ?? {}, PUBLIC_ROLE);
  const opened = (grants: RoleGrants) => (options.open === true ? withReads(options.schema, grants) : grants);
  const configured = visitorWith(opened(roles.get(PUBLIC_ROLE) ?? NO_GRANTS));
  const remembered = new Map<string, Known>();

  const byRole = (contentRoles: () => ContentRoles) => accessByRole(options.schema, roles, contentRoles, opened);
  const visitorBy = (contentRoles: () => ContentRoles) =>
    isConfigured ? () => configured : visitorOf(contentRoles, opened);
  const at = (now: () => number, contentRoles: () => ContentRoles, findUser?: FindUser): FindCaller => {
    const accessOf = byRole(contentRoles);
    const visitor = visitorBy(contentRoles);
    return (authorization) => {
      if (authorization === undefined) return visitor();
      const known = remembered.get(authorization) ?? findKnown(authorization);
      if (known === "visitor") return visitor();
      if (!("token" in known)) return findUser?.(authorization, accessOf) ?? known;
      return now() < known.token.expiresAt ? known.caller : EXPIRED;
    };
  };
  const authors = (now: () => number, contentRoles: () => ContentRoles, findUser?: FindUserById): AccessOfAuthor => {
    const accessOf = byRole(contentRoles);
    const visitor = visitorBy(contentRoles);
    const callerOf = ({ kind, name = "" }: Author): Caller | null => {
      if (kind === "public") return visitor();
      if (kind === "user") return findUser?.(Number(name), accessOf) ?? null;
      const token = [...tokens.values()].find((each) => each.name === name);
      return token === undefined || now() >= token.expiresAt ? null : { kind: "token", ...token };
    };
    return (author) => {
      if (author.kind === "process") return FULL_ACCESS;
      const caller = callerOf(author);
      return caller === null || caller.kind === "unauthorized" ? null : caller.access;
    };
  };
  const named = (contentRoles: () => ContentRoles): readonly NamedAccess[] => {
    const granted = new Map([...contentRoles(), ...roles]);
    if (!isConfigured) granted.set(PUBLIC_ROLE, contentRoles().get(PUBLIC_ROLE) ?? NO_GRANTS);
    const visitors = accessOf(opened(granted.get(PUBLIC_ROLE) ?? NO_GRANTS), false);
    granted.delete(PUBLIC_ROLE);
    return [
      namedAccess("public", visitors),
      ...Array.from(granted, ([role, grants]) =>
        namedAccess(`role ${role}`, accessOfUser(options.schema, opened(grants))),
      ),
      ...Array.from(tokens.values(), ({ name, access }) => namedAccess(`token ${name}`, access)),
    ];
  };
  return Object.assign(at, { authors, named });

  function findKnown(authorization: string): Known | Caller | "visitor" {
    const text = authorization.trim();
    // Not every listener distinguishes an empty header from an absent one.
    if (text === "") return "visitor";
    const secret = /^bearer\s+(\S+)$/i.exec(text)?.[1];
    if (secret === undefined) return options.malformedCredentials === "refuse" ? UNKNOWN : "visitor";
    const token = tokens.get(hashToken(secret));
    if (token === undefined) return UNKNOWN;
    const known: Known = { token, caller: { kind: "token", name: token.name, access: token.access } };
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(authorization, known);
    return known;
  }
}

/** The access of a role's users: the same object as long as the grants are the same. A configured role takes precedence. */
function accessByRole(
  schema: Schema,
  configured: ReadonlyMap<string, RoleGrants>,
  contentRoles: () => ContentRoles,
  opened: (grants: RoleGrants) => RoleGrants,
): (role: string) => Access {
  const accesses = latest(contentRoles, (granted) => ({ granted, known: new Map<string, Access>() }));
  return (role) => {
    const { granted, known } = accesses();
    const grants = configured.get(role) ?? granted.get(role) ?? NO_GRANTS;
    const access = known.get(role) ?? accessOfUser(schema, opened(grants));
    known.set(role, access);
    return access;
  };
}

const NO_GRANTS: RoleGrants = new Map();

function visitorWith(grants: RoleGrants): Caller {
  return { kind: "public", access: accessOf(grants, false) };
}

/** The same visitor as long as the grants are the same, since cached answers are keyed by their access. */
function visitorOf(roles: () => ContentRoles, opened: (grants: RoleGrants) => RoleGrants): () => Caller {
  return latest(roles, (granted) => visitorWith(opened(granted.get(PUBLIC_ROLE) ?? NO_GRANTS)));
}

interface Known {
  readonly token: Token;
  readonly caller: Caller;
}

function namedAccess(name: string, access: Access): NamedAccess {
  return { name, access, isFull: access === FULL_ACCESS, may: (right) => hasRight(access, right) };
}
