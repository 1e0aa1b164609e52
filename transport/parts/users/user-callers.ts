import type { Caller, FindUser, FindUserById } from "../../access/caller.ts";
import type { Jwt } from "./tokens/jwt.ts";
import type { UserClaims, UserTokens } from "./tokens/user-tokens.ts";
import type { StoredUser, Users } from "./users.ts";

const UNKNOWN: Caller = { kind: "unauthorized", message: "Missing or invalid credentials" };
const GONE: Caller = { kind: "unauthorized", message: "Invalid credentials" };

/** How many authorization headers are cached, so that their signatures need not be checked again. */
const REMEMBERED = 1000;

/** A token with a valid signature. */
interface KnownToken {
  readonly claims: UserClaims;
  /** The password hash that it was last found valid for; undefined before. */
  goodFor: string | null | undefined;
}

export interface UserCallers {
  readonly jwt: Jwt;
  readonly tokens: UserTokens;
  readonly users: Pick<Users, "byId">;
  /** Whether users with an unconfirmed address are refused. */
  readonly confirmation: boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Finds users by their tokens. A token has the rights that its user has at the moment. It is void if the user is
 * blocked or gone, has changed the password or has ended the session.
 */
export function findUserBy({ jwt, tokens, users, confirmation, now }: UserCallers): FindUser {
  const remembered = new Map<string, KnownToken>();
  return (authorization, accessOf) => {
    const token = remembered.get(authorization) ?? check(authorization);
    if (token === null) return null;
    const { claims } = token;
    if (claims.exp * 1000 <= now()) return UNKNOWN;
    const user = users.byId(claims.id);
    if (user === null || !mayCall(user, confirmation) || !isFor(token, user)) return GONE;
    const { session } = claims;
    if (session !== null && !tokens.isActive(session)) return GONE;
    return { kind: "user", id: user.id, session, access: accessOf(user.role) };
  };

  function check(authorization: string): KnownToken | null {
    const claims = tokens.claimsIn(tokenIn(authorization));
    if (claims === null) return null;
    if (remembered.size >= REMEMBERED) remembered.clear();
    const token = { claims, goodFor: undefined };
    remembered.set(authorization, token);
    return token;
  }

  /** Whether the user still has the password that the token was issued for. */
  function isFor(token: KnownToken, { password }: StoredUser): boolean {
    if (token.goodFor === password) return true;
    if (jwt.stampOf(password) !== token.claims.stamp) return false;
    token.goodFor = password;
    return true;
  }
}

/** Finds users by their ids. */
export function findUserByIdIn({ users, confirmation }: Pick<UserCallers, "users" | "confirmation">): FindUserById {
  return (id, accessOf) => {
    const user = users.byId(id);
    if (user === null || !mayCall(user, confirmation)) return null;
    return { kind: "user", id, session: null, access: accessOf(user.role) };
  };
}

function mayCall({ blocked, confirmed }: StoredUser, confirmation: boolean): boolean {
  return !blocked && (confirmed || !confirmation);
}

function tokenIn(authorization: string): string {
  return /^\s*bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? "";
}
